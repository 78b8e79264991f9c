import type { UrlChange } from "@mon/model"
import { useMemo } from "react"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Change.module.css"
import { type DiffRow, diffRows, inlineRows, type NumberedLine } from "./diffRows.ts"
import { pagesWords } from "./pagesWords.ts"

/** How the text is shown. */
export const textViews = ["side", "inline", "changed"] as const
export type TextView = (typeof textViews)[number]

const SIGNS = { equal: "", delete: "−", insert: "+" } as const

/** A line with its changed pieces marked. */
const Content = ({ line: { op, spans, text } }: { readonly line: NumberedLine }) => {
  if (op === "equal" || spans === null) return text
  const Mark = op === "delete" ? "del" : "ins"
  return spans.map((span, index) =>
    // The pieces of a line have no identity but their place.
    // oxlint-disable-next-line react/no-array-index-key
    span.op === "equal" ? <span key={index}>{span.text}</span> : <Mark key={index}>{span.text}</Mark>
  )
}

const Half = ({ line, number }: { readonly line: NumberedLine | null; readonly number: number | null }) => {
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
          </>
        )}
      </td>
    </>
  )
}

const keyOf = (row: DiffRow, index: number): string =>
  row.kind === "skipped" ? `skipped ${index}` : `${row.before?.number ?? ""} ${row.after?.number ?? ""}`

/** The removed and added lines with the lines around them. */
export const TextDiff = ({ hunks, view }: { readonly hunks: UrlChange["hunks"]; readonly view: TextView }) => {
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
                <Half line={row.before} number={row.before?.number ?? null} />
                <Half line={row.after} number={row.after?.number ?? null} />
              </tr>
            ) : (
              <tr key={keyOf(row, index)}>
                <Half
                  line={row.before?.op === "delete" ? row.before : (row.after ?? row.before)}
                  number={(row.after ?? row.before)?.number ?? null}
                />
              </tr>
            )
          )}
        </tbody>
      </table>
    </div>
  )
}
