import { type Column, readCell, readColumns } from "./Columns.ts"
import { Cursor, Truncated } from "./Cursor.ts"
import { valueText } from "./valueText.ts"

/** What a server answered to a request (MS-TDS section 2.2.7). */
export interface Answer {
  readonly isLoggedIn: boolean
  /** The first error. */
  readonly error: { readonly number: number; readonly text: string } | null
  /** The descriptor of the transaction that began. Null if none began, empty if it ended. */
  readonly transaction: Buffer | null
  /** The server to which this one sends its clients, as "host:port". */
  readonly otherServer: string | null
  /** The first column of the first row. "unreadable" if its type, or the type of another column, cannot be read. */
  readonly value: { readonly text: string | null } | "unreadable" | null
}

/** The tokens of an answer (MS-TDS section 2.2.4). */
const tokens = {
  returnStatus: 0x79,
  columns: 0x81,
  tableNames: 0xa4,
  columnInfo: 0xa5,
  order: 0xa9,
  error: 0xaa,
  info: 0xab,
  loginAccepted: 0xad,
  row: 0xd1,
  rowWithNulls: 0xd2,
  environment: 0xe3,
  done: 0xfd,
  doneProcedure: 0xfe,
  doneInProcedure: 0xff
} as const

const DONE_BYTES = 12

/** The kinds of changes of the environment (MS-TDS section 2.2.7.9). */
const BEGINS = 8
const COMMITS = 9
const ROLLS_BACK = 10
const ROUTES = 20

type Found = { -readonly [Name in keyof Answer]: Answer[Name] }

const readError = (cursor: Cursor): NonNullable<Answer["error"]> => {
  const number = cursor.uint32()
  // The state and the class.
  cursor.take(2)
  return { number, text: cursor.text(cursor.uint16()) }
}

const readEnvironment = (cursor: Cursor, found: Found): void => {
  switch (cursor.byte()) {
    case BEGINS:
      found.transaction = Buffer.from(cursor.take(cursor.byte()))
      break
    case COMMITS:
    case ROLLS_BACK:
      found.transaction = Buffer.alloc(0)
      break
    case ROUTES: {
      // The length of all, and the number of the protocol, which is TCP.
      cursor.take(3)
      const port = cursor.uint16()
      found.otherServer = `${cursor.text(cursor.uint16())}:${port}`
    }
  }
}

const readRow = (cursor: Cursor, columns: ReadonlyArray<Column>, found: Found, hasNulls: boolean): void => {
  const nulls = hasNulls ? cursor.take(Math.ceil(columns.length / 8)) : null
  for (const [index, column] of columns.entries()) {
    const isNull = nulls !== null && ((nulls[index >> 3] ?? 0) & (1 << (index & 7))) !== 0
    const cell = isNull ? null : readCell(cursor, column)
    if (index !== 0 || found.value !== null) continue
    const text = cell === null ? null : valueText(cell, column)
    found.value = cell !== null && text === null ? "unreadable" : { text }
  }
}

/** Reads all tokens. Returns false if a token is unknown. Throws `Truncated`. */
const readAll = (cursor: Cursor, found: Found): boolean => {
  let columns: ReadonlyArray<Column> = []
  while (!cursor.isAtEnd) {
    const token = cursor.byte()
    switch (token) {
      case tokens.columns: {
        const read = readColumns(cursor)
        if (read === null) {
          found.value ??= "unreadable"
          return true
        }
        columns = read
        break
      }
      case tokens.row:
      case tokens.rowWithNulls:
        readRow(cursor, columns, found, token === tokens.rowWithNulls)
        break
      case tokens.done:
      case tokens.doneProcedure:
      case tokens.doneInProcedure:
        cursor.take(DONE_BYTES)
        break
      case tokens.returnStatus:
        cursor.uint32()
        break
      case tokens.tableNames:
      case tokens.columnInfo:
      case tokens.order:
      case tokens.info:
        cursor.take(cursor.uint16())
        break
      case tokens.loginAccepted:
        cursor.take(cursor.uint16())
        found.isLoggedIn = true
        break
      case tokens.error: {
        const error = readError(new Cursor(cursor.take(cursor.uint16())))
        found.error ??= error
        break
      }
      case tokens.environment:
        readEnvironment(new Cursor(cursor.take(cursor.uint16())), found)
        break
      default:
        return false
    }
  }
  return true
}

/** Reads the answer in a message. Returns null if the message is not valid. */
export const readAnswer = (message: Buffer): Answer | null => {
  const found: Found = { isLoggedIn: false, error: null, transaction: null, otherServer: null, value: null }
  try {
    return readAll(new Cursor(message), found) ? found : null
  } catch (error) {
    if (error instanceof Truncated) return null
    throw error
  }
}
