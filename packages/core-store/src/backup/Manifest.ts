import * as Schema from "effect/Schema"

/** The form of the file that this program writes; it reads this one and those before. */
export const FORMAT = 1

/** The first part of a backup: what it holds. */
export const Opening = Schema.Struct({
  format: Schema.Int,
  /** Version of the program that made it: "1.4.0". */
  program: Schema.String,
  /** When, ISO 8601. */
  createdAt: Schema.String,
  /** "18.4" */
  postgres: Schema.String,
  /** "0001_accounts", in the order in which they ran. */
  migrations: Schema.Array(Schema.String),
  /** Version of the queue's tables; null when there are none. */
  queue: Schema.NullOr(Schema.Int),
  tables: Schema.Array(Schema.Struct({ name: Schema.String, columns: Schema.Array(Schema.String) })),
  /** Partitions by ranges of time. */
  partitions: Schema.Array(Schema.Struct({ name: Schema.String, parent: Schema.String, bound: Schema.String })),
  /** `bucket`: the images stayed where they were. */
  images: Schema.Literals(["included", "bucket"]),
  /** The file holds the secret itself. */
  secret: Schema.Boolean,
  /** Opens with the secret that the service had; null when it had none. */
  proof: Schema.NullOr(Schema.String)
})
export type Opening = typeof Opening.Type

/** The last part of a backup: what was in it, and the sum over everything before. */
export const Closing = Schema.Struct({
  rows: Schema.Record(Schema.String, Schema.Int),
  sequences: Schema.Record(Schema.String, Schema.String),
  images: Schema.Int,
  /** Images that the database names and that were not there, or damaged. */
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

/** What a part is, by its name. */
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
