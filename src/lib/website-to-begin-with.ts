/**
 * The website with which a visitor wants to begin an assistant. It is kept in this tab while they sign up. Only our own
 * pages write it, so no link can make an owner's form read a website.
 */
const KEY = "hark.website";
const MAX_LENGTH = 1_000;

export function rememberWebsite(address: string): void {
  withStorage((storage) => storage.setItem(KEY, address));
}

/** Null if there is none. */
export function rememberedWebsite(): string | null {
  let address: string | null = null;
  withStorage((storage) => {
    address = storage.getItem(KEY);
  });
  return isUsable(address) ? address : null;
}

export function forgetWebsite(): void {
  withStorage((storage) => storage.removeItem(KEY));
}

function isUsable(address: string | null): address is string {
  return address !== null && address !== "" && address.length <= MAX_LENGTH;
}

/** Some browsers refuse this tab's session storage. The form then begins empty. */
function withStorage(act: (storage: Storage) => void): void {
  try {
    act(sessionStorage);
  } catch {
    // Nothing is kept.
  }
}
