import type { PageChange } from "@mon/model"
import { useMemo } from "react"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Change.module.css"
import { type DiffRow, diffRows, inlineRows, type NumberedLine } from "./diffRows.ts"
import { lineKey } from "./changedLines.ts"
import { ignoringWords } from "./ignoringWords.ts"
import { pagesWords } from "./pagesWords.ts"

export const textViews = ["side", "inline", "changed"] as const
export type TextView = (typeof textViews)[number]

/** The largest number of a line's characters that the accessible name of a button contains. */
const SPOKEN = 120
const SIGNS = { equal: "", delete: "−", insert: "+" } as const

const Content = ({ line: { op, spans, text } }: { readonly line: NumberedLine }) => {
  if (op === "equal" || spans === null) return text
  const Mark = op === "delete" ? "del" : "ins"
  return spans.map((span, index) =>
    // A piece of a line has no identity other than its position.
    // oxlint-disable-next-line react/no-array-index-key
    span.op === "equal" ? <span key={index}>{span.text}</span> : <Mark key={index}>{span.text}</Mark>
  )
}

/**
 * Shows a button that opens the dialog for ignoring similar lines. Keyboard users have another button above the lines.
 */
const IgnoreButton = ({
  line,
  onIgnore
}: {
  readonly line: NumberedLine
  readonly onIgnore: (key: string) => void
}) => {
  const ignoring = useScreenWords(ignoringWords)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css["ignore"]}
      title={ignoring.title}
      aria-label={ignoring.ofLine(line.text.slice(0, SPOKEN))}
      onClick={() => onIgnore(lineKey(line))}
    >
      ⊘
    </button>
  )
}

const Half = ({
  line,
  number,
  onIgnore
}: {
  readonly line: NumberedLine | null
  readonly number: number | null
  readonly onIgnore: (key: string) => void
}) => {
  const text = useScreenWords(pagesWords)
  const op = line?.op ?? "none"
  const spoken = op === "delete" ? text.change.removedLine : op === "insert" ? text.change.addedLine : null
  return (
    <>
      <td className={css["number"]} data-op={op}>
        {number}
      </td>
      <td className={css["line"]} data-op={op}>
        {line === null ? null : (
          <>
            <span className={css["sign"]} aria-hidden>
              {SIGNS[line.op]}
            </span>
            {spoken === null ? null : <span className={css["hidden"]}>{spoken}: </span>}
            <bdi>
              <Content line={line} />
            </bdi>
            {line.op === "equal" || line.text.trim() === "" ? null : <IgnoreButton line={line} onIgnore={onIgnore} />}
          </>
        )}
      </td>
    </>
  )
}

const keyOf = (row: DiffRow, index: number): string =>
  row.kind === "skipped" ? `skipped ${index}` : `${row.before?.number ?? ""} ${row.after?.number ?? ""}`

export const TextDiff = ({
  hunks,
  onIgnore,
  view
}: {
  readonly hunks: PageChange["hunks"]
  readonly view: TextView
  /** Called with the key of a line when the person wants to ignore similar lines. */
  readonly onIgnore: (key: string) => void
}) => {
  const text = useScreenWords(pagesWords)
  const rows = useMemo(() => {
    const all = diffRows(hunks)
    return view === "side" ? all : inlineRows(all, view === "changed")
  }, [hunks, view])
  const isSide = view === "side"
  return (
    <div className={css["scroll"]} role="group" aria-label={text.change.text} tabIndex={0}>
      <table className={`${css["diff"]} ${isSide ? css["side"] : ""}`} aria-label={text.change.text}>
        <thead className={isSide ? undefined : css["hidden"]}>
          <tr>
            <th scope="col" className={css["number"]}>
              <span className={css["hidden"]}>{text.change.line}</span>
            </th>
            <th scope="col">{isSide ? text.change.before : text.change.text}</th>
            {isSide ? (
              <>
                <th scope="col" className={css["number"]}>
                  <span className={css["hidden"]}>{text.change.line}</span>
                </th>
                <th scope="col">{text.change.after}</th>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) =>
            row.kind === "skipped" ? (
              <tr key={keyOf(row, index)}>
                <td colSpan={isSide ? 4 : 2} className={css["skipped"]}>
                  {text.change.skipped(row.lines)}
                </td>
              </tr>
            ) : isSide ? (
              <tr key={keyOf(row, index)}>
                <Half line={row.before} number={row.before?.number ?? null} onIgnore={onIgnore} />
                <Half line={row.after} number={row.after?.number ?? null} onIgnore={onIgnore} />
              </tr>
            ) : (
              <tr key={keyOf(row, index)}>
                <Half
                  line={row.before?.op === "delete" ? row.before : (row.after ?? row.before)}
                  number={(row.after ?? row.before)?.number ?? null}
                  onIgnore={onIgnore}
                />
              </tr>
            )
          )}
        </tbody>
      </table>
    </div>
  )
}
