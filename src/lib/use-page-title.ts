import { useEffect } from "react";
import { PRODUCT_NAME } from "../../convex/catalog/product";

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | ${PRODUCT_NAME}`;
  }, [title]);
}
