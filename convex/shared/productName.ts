export const PRODUCT_NAME = "Hark";
