export { EmbeddedPostgresError, type EmbeddedPostgresReason } from "./EmbeddedPostgresError.ts"
export { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from "./startEmbedded.ts"
