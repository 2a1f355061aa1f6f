import { useEffect } from "react";
import { PRODUCT_NAME } from "../../convex/shared/productName";

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = fullTitle(title);
  }, [title]);
}

export function fullTitle(title: string): string {
  return `${title} | ${PRODUCT_NAME}`;
}
