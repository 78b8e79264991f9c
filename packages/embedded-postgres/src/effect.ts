export { EmbeddedPostgres } from "./EmbeddedPostgres.ts"
export { EmbeddedPostgresError, type EmbeddedPostgresReason } from "./EmbeddedPostgresError.ts"
export type { EmbeddedOptions } from "./startEmbedded.ts"
export type { ServerAddress, SupervisionEvent, SupervisionOptions } from "./superviseEmbedded.ts"
