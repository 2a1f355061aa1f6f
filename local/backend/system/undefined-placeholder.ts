// What the dashboard sends in place of undefined, which arguments cannot hold
// (npm-packages/system-udfs/convex/_system/frontend/lib/values.ts).
export const UNDEFINED_PLACEHOLDER =
  "__CONVEX_PLACEHOLDER_undefined_I23atX0jcndVbFgXoQZffsih7eAqktCyFjgUuAeNBtfr3ySOljPSPSEOPFgprkdBO3zXNiGEJxmJ5ZFPc5C5qKesG80QRPvlJe8vgSxAt9feLTwxTg4PHfVwUaTEJU67FDwldWmTxp1guMPwxQ2jOuhEryTBf3mQ";
