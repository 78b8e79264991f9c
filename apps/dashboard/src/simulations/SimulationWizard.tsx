import { type DragEvent, useEffect, useMemo, useRef, useState } from "react"
import { useSearch } from "wouter"
import { useMonitors } from "../api/queries.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { GradeMark } from "../ui/StateMark.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type ParsedProspects, PROSPECT_LIMIT } from "./parseProspects.ts"
import { type Campaign, earlierCampaign } from "./simulationQueries.ts"
import { Price } from "./Price.tsx"
import css from "./Simulations.module.css"
import { simulationsWords } from "./simulationsWords.ts"
import { useProspects } from "./useProspects.ts"

/**
 * The number of characters above which pasted text is treated like a file, because a text field with many lines makes
 * the browser slow.
 */
const LONG_PASTE = 20_000

/** The number of the account's domains that are listed at first. */
const LISTED = 24

const hostsOf = (text: string): ReadonlyArray<string> => text.split(/[\s,;]+/u).filter((part) => part !== "")

const Senders = ({
  chosen,
  onChoose,
  onPaste,
  pasted
}: {
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (host: string) => void
  readonly pasted: string
  readonly onPaste: (text: string) => void
}) => {
  const text = useScreenWords(simulationsWords).wizard
  const [filter, setFilter] = useState("")
  const monitors = useMonitors().data ?? []
  // There is one entry per mail domain, because www.example.com and example.com send as the same domain.
  const own = new Map(
    monitors
      .filter(({ kind }) => kind === "domain")
      .map(({ grade, host }) => [(host.split(/[:/]/u)[0] ?? host).replace(/^www\./u, ""), grade] as const)
  )
  const wanted = filter.trim().toLowerCase()
  const listed = [...own]
    .filter(([host]) => chosen.has(host) || host.includes(wanted))
    .toSorted(([one], [other]) => Number(chosen.has(other)) - Number(chosen.has(one)))
    .slice(0, LISTED + chosen.size)
  return (
    <Card title={text.senders} action={<span className={css["soft"]}>{text.sendersHint}</span>}>
      <div className={css["form"]}>
        {own.size === 0 ? null : (
          <fieldset className={css["own"]}>
            <legend>{text.own}</legend>
            {own.size <= LISTED ? null : (
              <input
                type="search"
                className={css["find"]}
                aria-label={text.find}
                placeholder={text.find}
                value={filter}
                onChange={({ target }) => setFilter(target.value)}
              />
            )}
            {listed.map(([host, grade]) => (
              <label key={host}>
                <input type="checkbox" checked={chosen.has(host)} onChange={() => onChoose(host)} /> <bdi>{host}</bdi>
                {grade === null ? null : <GradeMark grade={grade} />}
              </label>
            ))}
          </fieldset>
        )}
        <label>
          {text.paste}
          <textarea
            rows={3}
            value={pasted}
            spellCheck={false}
            autoCapitalize="none"
            placeholder="example.com"
            onChange={({ target }) => onPaste(target.value)}
          />
        </label>
      </div>
    </Card>
  )
}

const Counts = ({ parsed }: { readonly parsed: ParsedProspects }) => {
  const { format } = useLanguage()
  const text = useScreenWords(simulationsWords).wizard
  const { different, duplicates, entries, invalid, invalidExamples, isCut } = parsed
  if (entries.length === 0) return null
  return (
    <>
      <p className={css["counts"]} role="status">
        <b>{text.entries(format.number(entries.length))}</b>
        <span>{text.unique(format.number(different))}</span>
        {duplicates === 0 ? null : <span className={css["soft"]}>{text.duplicates(format.number(duplicates))}</span>}
        {invalid === 0 ? null : <span className={css["bad"]}>{text.invalid(format.number(invalid))}</span>}
      </p>
      {invalidExamples.length === 0 ? null : (
        <p className={css["soft"]}>
          <bdi>{text.invalidExamples(invalidExamples.map((example) => example.slice(0, 60)).join(", "))}</bdi>
        </p>
      )}
      {isCut ? <p className={css["notice"]}>{text.tooMany(format.number(PROSPECT_LIMIT))}</p> : null}
    </>
  )
}

const Prospects = ({
  isReading,
  onColumn,
  onText,
  parsed,
  value
}: {
  readonly parsed: ParsedProspects | null
  readonly isReading: boolean
  readonly value: string
  readonly onText: (text: string, name: string) => void
  readonly onColumn: (column: number) => void
}) => {
  const text = useScreenWords(simulationsWords).wizard
  const [isOver, setOver] = useState(false)
  const [file, setFile] = useState<string | null>(null)
  const [isBroken, setBroken] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const open = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    const content = await chosen.text()
    const isText = !content.includes("\u0000")
    setBroken(!isText)
    setFile(isText ? chosen.name : null)
    if (isText) onText(content, chosen.name)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void open(event.dataTransfer.files[0])
  }
  return (
    <Card title={text.prospects}>
      <div className={css["form"]}>
        <div
          className={css["drop"]}
          data-over={isOver ? "" : undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <label>
            <span className={css["soft"]}>{text.prospectsHint}</span>
            <textarea
              rows={7}
              value={file === null ? value : ""}
              spellCheck={false}
              autoCapitalize="none"
              placeholder={"ann@example.org\nbob@example.net"}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData("text/plain")
                if (pasted.length < LONG_PASTE) return
                event.preventDefault()
                setFile(text.pasted)
                onText(pasted, text.pasted)
              }}
              onChange={({ target }) => {
                setFile(null)
                onText(target.value, "")
              }}
            />
          </label>
          <span className={css["file"]}>
            <input
              ref={input}
              type="file"
              accept=".csv,.txt,.tsv,text/plain,text/csv"
              className={css["hidden"]}
              tabIndex={-1}
              aria-label={text.choose}
              onChange={({ target }) => void open(target.files?.[0])}
            />
            <Button onClick={() => input.current?.click()}>{text.choose}</Button>
            {file === null ? null : <bdi>{file}</bdi>}
            {isReading ? <span className={css["soft"]}>{text.reading}</span> : null}
          </span>
          {isBroken ? (
            <p className={css["bad"]} role="alert">
              {text.notReadable}
            </p>
          ) : null}
        </div>
        {parsed === null || parsed.columns.length === 0 ? null : (
          <label>
            {text.column}
            <select value={parsed.column} onChange={({ target }) => onColumn(Number(target.value))}>
              {parsed.columns.map((name, index) => (
                // Several columns may have equal names, so the name is not a unique key.
                // oxlint-disable-next-line react/no-array-index-key
                <option key={index} value={index}>
                  {name === "" ? text.columnName(index + 1) : name}
                </option>
              ))}
            </select>
          </label>
        )}
        {parsed === null ? null : <Counts parsed={parsed} />}
      </div>
    </Card>
  )
}

/**
 * Chooses senders and prospects, shows the price, and starts the simulation. The parameter `?from=` fills in the values
 * of an earlier simulation.
 */
const SimulationWizard = () => {
  const { words } = useLanguage()
  const { create, wizard: text } = useScreenWords(simulationsWords)
  const from = new URLSearchParams(useSearch()).get("from")
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [pasted, setPasted] = useState("")
  const [value, setValue] = useState("")
  const [name, setName] = useState("")
  const [isAgain, setAgain] = useState(false)
  const { chooseColumn, isReading, parsed, read, version } = useProspects()
  const sentence = useRef(useSentence())
  useEffect(() => {
    if (from === null) return
    let isCurrent = true
    const fill = async () => {
      const earlier = await earlierCampaign(from)
      if (!isCurrent) return
      setPasted(earlier.senders.join("\n"))
      setName(earlier.name)
      setAgain(true)
      read(earlier.csv)
    }
    fill().catch((error: unknown) => notify(sentence.current(error)))
    return () => {
      isCurrent = false
    }
  }, [from, read])
  const choose = (host: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(host)) next.add(host)
      return next
    })
  const campaign = useMemo(
    (): Campaign => ({
      sendingDomains: [...new Set([...chosen, ...hostsOf(pasted)])],
      prospectEntries: parsed?.entries ?? []
    }),
    [chosen, pasted, parsed]
  )
  return (
    <>
      <title>{`${create} · ${words.app}`}</title>
      <header className={css["top"]}>
        <h1>{create}</h1>
        {isAgain ? <p className={css["soft"]}>{text.again}</p> : null}
      </header>
      <div className={css["wizard"]}>
        <div className={css["column"]}>
          <Senders chosen={chosen} onChoose={choose} pasted={pasted} onPaste={setPasted} />
          <Prospects
            parsed={parsed}
            isReading={isReading}
            value={value}
            onText={(content, file) => {
              setValue(file === "" ? content : "")
              read(content)
            }}
            onColumn={chooseColumn}
          />
        </div>
        <div className={css["price"]}>
          <Card title={text.price}>
            <div className={css["lines"]}>
              <label className={css["name"]}>
                {text.name}
                <input
                  value={name}
                  maxLength={100}
                  placeholder={text.nameHint}
                  onChange={({ target }) => setName(target.value)}
                />
              </label>
              <Price campaign={campaign} name={name.trim()} version={version} />
            </div>
          </Card>
        </div>
      </div>
    </>
  )
}

export default SimulationWizard
