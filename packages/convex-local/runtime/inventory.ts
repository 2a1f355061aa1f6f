/** What a realm's own objects hold, to see whether a call has changed it. Kept on our side, where it cannot. */

interface Held {
  keys: (string | symbol)[];
  values: unknown[];
}

export class Inventory {
  private readonly held = new Map<object, Held>();

  /** From now on these too. Methods are left out: nobody changes what they hold themselves. */
  add(owners: Iterable<object>): void {
    for (const owner of owners) {
      if (typeof owner === "function" && !Object.hasOwn(owner, "prototype")) continue;
      const keys = Reflect.ownKeys(owner);
      this.held.set(owner, { keys, values: keys.map((key) => valueOf(owner, key)) });
    }
  }

  /** What they hold now is what they have to hold. */
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

/** The property's value, or what gives it. */
function valueOf(owner: object, key: string | symbol): unknown {
  const property = (Object.getOwnPropertyDescriptor(owner, key) ?? {}) as Record<string, unknown>;
  return property.get ?? property.set ?? property.value;
}
