import { findDuplicates } from "./findDuplicates.ts"

interface Tag {
  readonly name: string
  readonly value: string
  /** The position of the tag, in characters from the start of the text. */
  readonly offset: number
}

/** A parsed tag-list (RFC 6376 section 3.2). */
export interface TagList {
  readonly tags: ReadonlyArray<Tag>
  /** The names of tags that occur twice. A duplicate makes the whole list invalid. */
  readonly duplicates: ReadonlyArray<string>
  readonly malformed: ReadonlyArray<{ readonly text: string; readonly offset: number }>
  /** Whether a tag is missing before a semicolon. Only the end of the list may be empty. */
  readonly hasEmpty: boolean
}

const NAME = /^[a-z][a-z0-9_]*$/i
const VALUE = /^[\u0021-\u003a\u003c-\u007e \t\r\n]*$/

/** Parses `name=value; name=value`. Keeps the case of names, and removes blanks around names and values. */
export const parseTagList = (text: string): TagList => {
  const tags: Array<Tag> = []
  const malformed: Array<{ readonly text: string; readonly offset: number }> = []
  let offset = 0
  const pieces = text.split(";")
  for (const piece of pieces) {
    const cut = piece.indexOf("=")
    const name = piece.slice(0, Math.max(0, cut)).trim()
    const value = piece.slice(cut + 1).trim()
    if (NAME.test(name) && VALUE.test(value)) tags.push({ name, value, offset })
    else if (piece.trim() !== "") malformed.push({ text: piece.trim(), offset })
    offset += piece.length + 1
  }
  return {
    tags,
    malformed,
    duplicates: findDuplicates(tags.map(({ name }) => name)),
    hasEmpty: pieces.slice(0, -1).some((piece) => piece.trim() === "")
  }
}

export const valueOf = ({ tags }: TagList, name: string): string | null =>
  tags.find((tag) => tag.name === name)?.value ?? null
