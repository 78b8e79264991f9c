export { diffJson } from "./json/diffJson.ts"
export type {
  ComparedJson,
  JsonChange,
  JsonDiff,
  JsonDiffOptions,
  JsonOperation,
  OversizedJson
} from "./json/JsonDiff.ts"
