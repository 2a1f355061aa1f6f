/** The version that the functions were built from. The bundler copies this one field out of package.json. */
export { version as PRODUCT_VERSION } from "../../package.json";
