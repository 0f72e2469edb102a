/**
 * The impulses along the normal and the tangent that stop a contact in one point, by Coulomb's law and without restitution, for a body
 * of unit mass.
 * @param {{ x: number, y: number }} arm from the centre of mass to the point, in axes of tangent and normal (m)
 * @param {number} inertia of a unit of mass (m²)
 * @param {number} friction
 * @param {number} approach velocity of the point along the normal, below 0 (m/s)
 * @param {number} slip along the tangent (m/s)
 * @returns {{ push: number, rub: number }} (m/s)
 */
export function plasticImpact({ x, y }, inertia, friction, approach, slip) {
  const along = 1 + x ** 2 / inertia;
  const across = 1 + y ** 2 / inertia;
  const both = (-x * y) / inertia;
  const det = along * across - both ** 2;
  const push = (slip * both - approach * across) / det;
  const rub = (approach * both - slip * along) / det;
  if (Math.abs(rub) <= friction * push) {
    return { push, rub };
  }
  const side = friction * Math.sign(rub);
  const slides = -approach / (along + side * both);
  return { push: slides, rub: side * slides };
}
