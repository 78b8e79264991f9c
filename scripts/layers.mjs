/**
 * The layers inside packages, from the top down: for each folder or file of a source folder, the ones that it may import.
 * `*` is every folder and file that is not named; those never import each other.
 */
export default {
  "apps/api/src": {
    "main.ts": ["layers.ts", "ApiServer.ts", "ApiConfig.ts"],
    "index.ts": ["layers.ts", "ApiServer.ts", "api", "http", "auth", "ApiConfig.ts"],
    "layers.ts": ["ApiServer.ts", "api", "http", "auth", "ApiConfig.ts", "payments", "PublicUrl.ts"],
    "ApiServer.ts": ["web", "api", "http", "ApiConfig.ts", "PublicUrl.ts"],
    web: ["http", "auth", "ApiConfig.ts", "payments", "PublicUrl.ts"],
    api: ["http", "auth", "ApiConfig.ts", "payments", "PublicUrl.ts"],
    http: ["auth", "PublicUrl.ts"],
    auth: ["ApiConfig.ts", "PublicUrl.ts"],
    "ApiConfig.ts": ["payments"],
    payments: ["PublicUrl.ts"],
    "PublicUrl.ts": []
  },
  "apps/api/src/api": {
    "apiHandlers.ts": ["*", "domains", "ApiHandler.ts"],
    "*": ["domains", "monitors", "ApiHandler.ts", "PublicAddresses.ts", "WebhookTester.ts"],
    domains: ["monitors", "ApiHandler.ts", "PublicAddresses.ts"],
    "ApiHandler.ts": ["PublicAddresses.ts", "WebhookTester.ts"],
    monitors: [],
    "PublicAddresses.ts": [],
    "WebhookTester.ts": []
  },
  "apps/api/src/web": {
    "pageRoutes.ts": ["*", "settings", "overview", "outbox", "signIn", "page"],
    settings: ["outbox", "signIn", "page"],
    overview: ["signIn", "page"],
    outbox: ["page"],
    signIn: ["page"],
    "*": ["page"],
    page: []
  }
}
