export { layerS3Bytes, type S3Options } from "./blobs/s3Bytes.ts"
