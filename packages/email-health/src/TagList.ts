/** One tag of a list. */
export interface Tag {
  readonly name: string
  readonly value: string
  /** Characters from the begin of the text. */
  readonly offset: number
}

/** A tag-list (RFC 6376 section 3.2), read to its end. */
export interface TagList {
  readonly tags: ReadonlyArray<Tag>
  /** A tag that stands twice makes the whole list invalid. */
  readonly duplicates: ReadonlyArray<string>
  /** Pieces that are no tag. */
  readonly malformed: ReadonlyArray<{ readonly text: string; readonly offset: number }>
}

const TAG = /^[ \t\r\n]*([a-z][a-z0-9_]*)[ \t\r\n]*=[ \t\r\n]*([\u0021-\u003a\u003c-\u007e \t\r\n]*?)[ \t\r\n]*$/i
const BLANK = /^[ \t\r\n]*$/

/** Reads `name=value; name=value`; names keep their case, blanks around are cut. */
export const parseTagList = (text: string): TagList => {
  const tags: Array<Tag> = []
  const malformed: Array<{ readonly text: string; readonly offset: number }> = []
  let offset = 0
  for (const piece of text.split(";")) {
    const [, name, value] = TAG.exec(piece) ?? []
    if (name !== undefined && value !== undefined) tags.push({ name, value, offset })
    else if (!BLANK.test(piece)) malformed.push({ text: piece.trim(), offset })
    offset += piece.length + 1
  }
  const names = tags.map(({ name }) => name)
  return { tags, malformed, duplicates: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))] }
}

/** The value of a tag; null when it is not there. */
export const valueOf = ({ tags }: TagList, name: string): string | null => tags.find((tag) => tag.name === name)?.value ?? null
