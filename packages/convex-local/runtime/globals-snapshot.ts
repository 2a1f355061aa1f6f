/** Detects whether a call has changed the objects of a realm. It lives in the host, out of the realm's reach. */

interface Held {
  keys: (string | symbol)[];
  values: unknown[];
}

export class Inventory {
  private readonly held = new Map<object, Held>();

  /** Watches these objects too. Methods are skipped, because their own properties do not matter. */
  add(owners: Iterable<object>): void {
    for (const owner of owners) {
      if (typeof owner === "function" && !Object.hasOwn(owner, "prototype")) continue;
      const keys = Reflect.ownKeys(owner);
      this.held.set(owner, { keys, values: keys.map((key) => valueOf(owner, key)) });
    }
  }

  /** Takes their current content as the reference. */
  renew(): void {
    this.add(this.held.keys());
  }

  isChanged(): boolean {
    for (const [owner, { keys, values }] of this.held) {
      const now = Reflect.ownKeys(owner);
      if (now.length !== keys.length) return true;
      for (let i = 0; i < now.length; i += 1) {
        const key = now[i] as string;
        if (key !== keys[i] || !Object.is(valueOf(owner, key), values[i])) return true;
      }
    }
    return false;
  }
}

/** The property's value, or its accessor. */
function valueOf(owner: object, key: string | symbol): unknown {
  const property = (Object.getOwnPropertyDescriptor(owner, key) ?? {}) as Record<string, unknown>;
  return property.get ?? property.set ?? property.value;
}
