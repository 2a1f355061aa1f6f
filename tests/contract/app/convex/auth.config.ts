export default {
  providers: [
    {
      type: "customJwt" as const,
      issuer: "https://contract.example",
      applicationID: "contract",
      // A data: URL with a key set, which the tests create.
      jwks: process.env.CONTRACT_JWKS ?? "",
      algorithm: "RS256" as const,
    },
  ],
};
