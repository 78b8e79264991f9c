export { EmbeddedPostgres } from "./embedded/EmbeddedPostgres.ts"
export { EmbeddedPostgresError, type EmbeddedPostgresReason } from "./embedded/EmbeddedPostgresError.ts"
export { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from "./embedded/startEmbedded.ts"
