import { Body, NONE } from "./body";

/**
 * Records between two bodies (contacts, joints) are in a doubly linked list of each body. An edge is one side of a record,
 * `record << 1 | side`; lists begin with the newest. A record holds, for side A and then for side B, the next and the previous edge
 * of the same body. `links` is the address of these words in record 0.
 */

/** Two words of a body: `contactHead` and `contactCount`, `jointHead` and `jointCount`. */
@unmanaged
export class EdgeList {
  head: u32;
  count: u32;
}

if (
  offsetof<Body>("contactCount") != offsetof<Body>("contactHead") + offsetof<EdgeList>("count") ||
  offsetof<Body>("jointCount") != offsetof<Body>("jointHead") + offsetof<EdgeList>("count")
) {
  ERROR("the list of a body's edges is its head and their count");
}

export abstract class EdgeLists {
  /** Address of the `next` word of an edge; `previous` follows it. */
  @inline static at(links: usize, recordBytes: usize, edge: u32): usize {
    return links + <usize>(edge >> 1) * recordBytes + ((<usize>(edge & 1)) << 3);
  }

  /** The edge that was added first, or NONE. */
  static oldest(list: EdgeList, links: usize, recordBytes: usize): u32 {
    let oldest = NONE;
    for (let edge = list.head; edge != NONE; edge = load<u32>(EdgeLists.at(links, recordBytes, edge))) {
      oldest = edge;
    }
    return oldest;
  }

  /**
   * Does another record of the same body have this value in the word that lies `word` bytes from its links? Searched from the edge
   * outwards, not from the head: when many are taken out one by one, the next is near.
   */
  static another(links: usize, recordBytes: usize, edge: u32, word: isize, value: u32): bool {
    for (let way: usize = 0; way <= 4; way += 4) {
      let other = load<u32>(EdgeLists.at(links, recordBytes, edge) + way);
      while (other != NONE) {
        if (load<u32>(links + <usize>(other >> 1) * recordBytes + word) == value) {
          return true;
        }
        other = load<u32>(EdgeLists.at(links, recordBytes, other) + way);
      }
    }
    return false;
  }

  static add(list: EdgeList, links: usize, recordBytes: usize, edge: u32): void {
    const p = EdgeLists.at(links, recordBytes, edge);
    const head = list.head;
    store<u32>(p, head);
    store<u32>(p + 4, NONE);
    if (head != NONE) {
      store<u32>(EdgeLists.at(links, recordBytes, head) + 4, edge);
    }
    list.head = edge;
    list.count++;
  }

  static remove(list: EdgeList, links: usize, recordBytes: usize, edge: u32): void {
    const p = EdgeLists.at(links, recordBytes, edge);
    const next = load<u32>(p);
    const previous = load<u32>(p + 4);
    if (previous != NONE) {
      store<u32>(EdgeLists.at(links, recordBytes, previous), next);
    } else {
      list.head = next;
    }
    if (next != NONE) {
      store<u32>(EdgeLists.at(links, recordBytes, next) + 4, previous);
    }
    list.count--;
  }
}
