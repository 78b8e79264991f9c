export { type Bucket, type ListedObject, type ObjectHeaders, openBucket } from "./blobs/Bucket.ts"
export { layerS3Bytes } from "./blobs/s3Bytes.ts"
export type { S3Options } from "./blobs/S3Options.ts"
