/** Leaves the app: for pages of others, and for addresses that another program opens. */
export function goToAddress(address: string): void {
  window.location.assign(address);
}
