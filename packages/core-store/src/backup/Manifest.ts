import * as Schema from "effect/Schema"

/** The format version that this program writes; it reads this one and all earlier ones. */
export const FORMAT = 1

/** The first part of a backup: what it holds. */
export const Opening = Schema.Struct({
  format: Schema.Int,
  /** Version of the program that made it: "1.4.0". */
  program: Schema.String,
  /** ISO 8601. */
  createdAt: Schema.String,
  /** "18.4" */
  postgres: Schema.String,
  /** "0001_accounts", in the order in which they ran. */
  migrations: Schema.Array(Schema.String),
  /** In files of earlier releases the version of their queue. Null now. */
  queue: Schema.NullOr(Schema.Int),
  tables: Schema.Array(Schema.Struct({ name: Schema.String, columns: Schema.Array(Schema.String) })),
  /** Partitions by time range. */
  partitions: Schema.Array(Schema.Struct({ name: Schema.String, parent: Schema.String, bound: Schema.String })),
  /** `bucket`: the images are not in the file, they stayed in the bucket. */
  images: Schema.Literals(["included", "bucket"]),
  /** Whether the file holds the secrets themselves. */
  secret: Schema.Boolean,
  /** A sealed text that opens with the secrets of the service, so that a restore can check them; null: it had none. */
  proof: Schema.NullOr(Schema.String)
})
export type Opening = typeof Opening.Type

/** The last part of a backup: what it holds, and the checksum over everything before. */
export const Closing = Schema.Struct({
  rows: Schema.Record(Schema.String, Schema.Int),
  sequences: Schema.Record(Schema.String, Schema.String),
  images: Schema.Int,
  /** Images that the database refers to but that were missing or damaged. */
  missingImages: Schema.Int,
  /** SHA-256 of all bytes of the archive before this part, in hex. */
  sha256: Schema.String
})
export type Closing = typeof Closing.Type

/** Names of the parts. */
export const parts = {
  opening: "mon-backup.json",
  closing: "mon-backup-end.json",
  secret: "secret",
  table: (name: string, index: number): string => `tables/${name}/${String(index).padStart(6, "0")}`,
  image: (hash: string): string => `images/${hash}`
} as const

/** Returns the contents of a part by its name: rows of a table, an image, or something else. */
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
