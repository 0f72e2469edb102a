import { Contact } from "./contact";
import { world } from "./world";

/** Addresses of the 16-byte rows that a kernel gathers for one contact (an address of a `Contact`), four contacts at a time. */
export abstract class Row {
  @inline static massA(c: usize): usize {
    return world.bodyMass + ((<usize>load<u32>(c, offsetof<Contact>("bodyA"))) << 4);
  }
  @inline static massB(c: usize): usize {
    return world.bodyMass + ((<usize>load<u32>(c, offsetof<Contact>("bodyB"))) << 4);
  }
  @inline static velocityA(c: usize): usize {
    return world.bodyVelocity + ((<usize>load<u32>(c, offsetof<Contact>("bodyA"))) << 4);
  }
  @inline static velocityB(c: usize): usize {
    return world.bodyVelocity + ((<usize>load<u32>(c, offsetof<Contact>("bodyB"))) << 4);
  }
  @inline static frameA(c: usize): usize {
    return world.shapeFrame + ((<usize>load<u32>(c, offsetof<Contact>("shapeA"))) << 4);
  }
  @inline static frameB(c: usize): usize {
    return world.shapeFrame + ((<usize>load<u32>(c, offsetof<Contact>("shapeB"))) << 4);
  }
  @inline static sizeA(c: usize): usize {
    return world.shapeGeometry + ((<usize>load<u32>(c, offsetof<Contact>("shapeA"))) << 5);
  }
  @inline static sizeB(c: usize): usize {
    return world.shapeGeometry + ((<usize>load<u32>(c, offsetof<Contact>("shapeB"))) << 5);
  }
  // The contact's own.
  @inline static normal(c: usize): usize {
    return c;
  }
  @inline static anchors(c: usize): usize {
    return c + offsetof<Contact>("aX1");
  }
  @inline static point1(c: usize): usize {
    return c + offsetof<Contact>("separation1");
  }
  @inline static point2(c: usize): usize {
    return c + offsetof<Contact>("separation2");
  }
  @inline static material(c: usize): usize {
    return c + offsetof<Contact>("friction");
  }
}
