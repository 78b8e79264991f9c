export {
  type AccountDescription,
  type AccountOptions,
  type AccountSource,
  accountSources,
  importAccount,
  importStatusPage,
  type RemoteOptions
} from "./account.ts"
export { importFiles, importOnCallConfig, importOnCallFiles, type OnCallConfig } from "./files.ts"
export type { OnCallDocument, OnCallDocumentOptions } from "./on-call/onCallDocument.ts"
export type { ImportedFiles } from "./importedFiles.ts"
