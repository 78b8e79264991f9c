import * as Schema from "effect/Schema"

/** The format version that this program writes. The program also reads all earlier versions. */
export const FORMAT = 1

/** The first part of a backup, which describes the contents. */
export const Opening = Schema.Struct({
  format: Schema.Int,
  /** The version of the program that made the backup, such as "1.4.0". */
  program: Schema.String,
  /** The time of the backup, ISO 8601. */
  createdAt: Schema.String,
  /** The version of PostgreSQL, such as "18.4". */
  postgres: Schema.String,
  /** The names of the migrations in the order in which they ran, such as "0001_accounts". */
  migrations: Schema.Array(Schema.String),
  /** The version of the job queue in files of earlier releases. This program writes null. */
  queue: Schema.NullOr(Schema.Int),
  tables: Schema.Array(Schema.Struct({ name: Schema.String, columns: Schema.Array(Schema.String) })),
  partitions: Schema.Array(Schema.Struct({ name: Schema.String, parent: Schema.String, bound: Schema.String })),
  /**
   * The place where the images are stored. `bucket` means that the images stayed in the bucket and are not in the file.
   */
  images: Schema.Literals(["included", "bucket"]),
  /** Whether the file contains the secrets themselves. */
  secret: Schema.Boolean,
  /**
   * A sealed text that only the secrets of the service open. A restore uses this text to check the secrets. Null if the
   * service had no secrets.
   */
  proof: Schema.NullOr(Schema.String)
})
export type Opening = typeof Opening.Type

/** The last part of a backup: the numbers of tables, rows and images, and the checksum of all earlier bytes. */
export const Closing = Schema.Struct({
  rows: Schema.Record(Schema.String, Schema.Int),
  sequences: Schema.Record(Schema.String, Schema.String),
  images: Schema.Int,
  /** The number of images to which the database refers but that were missing or damaged. */
  missingImages: Schema.Int,
  /** The SHA-256 of all bytes of the archive before this part, in hex. */
  sha256: Schema.String
})
export type Closing = typeof Closing.Type

export const parts = {
  opening: "mon-backup.json",
  closing: "mon-backup-end.json",
  secret: "secret",
  table: (name: string, index: number): string => `tables/${name}/${String(index).padStart(6, "0")}`,
  image: (hash: string): string => `images/${hash}`
} as const

export const partOf = (
  name: string
): { readonly table: string } | { readonly image: string } | { readonly other: string } => {
  const table = /^tables\/(.+)\/\d+$/u.exec(name)?.[1]
  if (table !== undefined) return { table }
  const image = /^images\/([0-9a-f]{64})$/u.exec(name)?.[1]
  return image !== undefined ? { image } : { other: name }
}

export const decodeOpening = Schema.decodeUnknownSync(Schema.fromJsonString(Opening))
export const decodeClosing = Schema.decodeUnknownSync(Schema.fromJsonString(Closing))
