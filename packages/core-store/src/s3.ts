export { layerS3Bytes } from "./blobs/s3Bytes.ts"
export type { S3Options } from "./blobs/s3Bytes.ts"
