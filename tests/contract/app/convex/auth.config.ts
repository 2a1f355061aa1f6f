export default {
  providers: [
    {
      type: "customJwt" as const,
      issuer: "https://contract.example",
      applicationID: "contract",
      // A key set in a data: address, which the tests make and set.
      jwks: process.env.CONTRACT_JWKS ?? "",
      algorithm: "RS256" as const,
    },
  ],
};
