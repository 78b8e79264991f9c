export { decodeText } from "./decodeText.ts"
