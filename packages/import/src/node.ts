export {
  type AccountDescription,
  type AccountOptions,
  type AccountSource,
  accountSources,
  importAccount,
  importStatusPage,
  type RemoteOptions
} from "./account.ts"
export { importFiles, importOnCallFiles } from "./files.ts"
export type { ImportedFiles } from "./importedFiles.ts"
