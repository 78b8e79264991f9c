export { EmbeddedPostgresError, type EmbeddedPostgresReason } from "./EmbeddedPostgresError.ts"
export { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from "./startEmbedded.ts"
export {
  type ServerAddress,
  type SupervisedServer,
  superviseEmbedded,
  type SupervisionEvent,
  type SupervisionOptions
} from "./superviseEmbedded.ts"
