/** Opens another website, or an address that another program handles, such as `mailto:`. */
export function goToAddress(address: string): void {
  window.location.assign(address);
}
