import { type FormEvent, useEffect, useMemo, useRef, useState } from "react"
import fields from "virtual:domain-fields"
import { Link } from "wouter"
import { endpoints } from "../api/endpoints.ts"
import { useAccount, useMonitors } from "../api/queries.ts"
import { forEachOf, refresh } from "../domains/changes.ts"
import { concernsOf } from "../domains/attention.ts"
import { concernText } from "../domains/concernText.ts"
import { FieldControl } from "../form/FieldControl.tsx"
import { changesOf, defaultsOf } from "../form/fieldValues.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { StateMark } from "../ui/StateMark.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Add.module.css"
import { parseSites } from "./parseSites.ts"

/** An address that was submitted: not answered yet, added, or refused with a sentence. */
interface Submitted {
  readonly site: string
  readonly options: Readonly<Record<string, unknown>>
  readonly id: string | null
  readonly problem: string | null
}

const Row = ({ onRetry, submitted }: { readonly submitted: Submitted; readonly onRetry: () => void }) => {
  const { format, words } = useLanguage()
  const { id, problem, site } = submitted
  const monitor = (useMonitors().data ?? []).find((one) => one.id === id)
  if (problem !== null) {
    return (
      <li className={css["row"]}>
        <StateMark state="error" />
        <bdi>{site}</bdi>
        <span className={css["bad"]}>{problem}</span>
        <Button onClick={onRetry}>{words.add.again}</Button>
      </li>
    )
  }
  const [worst] = monitor === undefined ? [] : concernsOf(monitor)
  const state = monitor?.state ?? "unknown"
  return (
    <li className={css["row"]}>
      <StateMark state={state} />
      {id === null ? (
        <bdi>{site}</bdi>
      ) : (
        <Link href={`/domains/${id}`}>
          <bdi>{monitor?.name ?? site}</bdi>
        </Link>
      )}
      <span className={state === "down" ? css["bad"] : css["soft"]}>
        {id === null
          ? words.add.adding
          : state === "unknown"
            ? words.add.checking
            : [
                words.state[state],
                ...(monitor?.responseMs === null || monitor === undefined
                  ? []
                  : [format.milliseconds(monitor.responseMs)]),
                ...(worst === undefined ? [] : [concernText(words, worst)])
              ].join(" · ")}
      </span>
    </li>
  )
}

/** What applies to all sites that are added at once. Their names differ. */
const optionFields = fields.filter(({ name }) => name !== "name")

/** Adds a pasted list of sites and shows the first verdict of each. */
const Add = () => {
  const { words } = useLanguage()
  const sentence = useSentence()
  const monitors = useMonitors().data
  const limits = useAccount().data?.limits
  const minimums = { checkInterval: limits?.minCheckIntervalDomains ?? 0 }
  const defaults = defaultsOf(optionFields, minimums)
  const [isShowingOptions, setShowingOptions] = useState(false)
  const [text, setText] = useState("")
  const [submitted, setSubmitted] = useState<ReadonlyArray<Submitted>>([])
  const hosts = useMemo(
    () => new Set((monitors ?? []).filter(({ kind }) => kind === "domain").map(({ host }) => host)),
    [monitors]
  )
  const results = useRef<HTMLElement>(null)
  // With open options, the results are below the window.
  useEffect(() => {
    void results.current?.scrollIntoView({ block: "nearest" })
  }, [submitted.length])
  const sites = useMemo(() => parseSites(text, hosts), [text, hosts])

  const put = (entry: Submitted) =>
    setSubmitted((before) => before.map((one) => (one.site === entry.site ? entry : one)))
  const addOne = async (site: string, options: Submitted["options"]) => {
    put({ site, options, id: null, problem: null })
    try {
      put({ site, options, id: (await endpoints.createDomain(site, options)).id, problem: null })
    } catch (error) {
      put({ site, options, id: null, problem: sentence(error) })
    }
    await refresh()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const options = isShowingOptions ? changesOf(optionFields, defaults, new FormData(event.currentTarget)) : {}
    const wanted = sites.fresh
    setText("")
    setSubmitted((before) => [
      ...wanted.map((site) => ({ site, options, id: null, problem: null })),
      ...before.filter(({ site }) => !wanted.includes(site))
    ])
    await forEachOf(wanted, (site) => addOne(site, options))
  }
  const ids = new Set(submitted.map(({ id }) => id))
  const added = (monitors ?? []).filter(({ id }) => ids.has(id))
  const count = (state: string) => added.filter((monitor) => monitor.state === state).length
  return (
    <>
      <title>{`${words.add.title} · ${words.app}`}</title>
      <h1>{words.add.title}</h1>
      <form className={css["form"]} onSubmit={(event) => void submit(event)}>
        <label htmlFor="sites">{words.add.field}</label>
        <p id="sites-hint" className={css["soft"]}>
          {words.add.hint}
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the screen is nothing but this field */}
        <textarea
          id="sites"
          autoFocus
          rows={6}
          spellCheck={false}
          autoCapitalize="none"
          aria-describedby="sites-hint sites-found"
          placeholder={"example.com\nhttps://shop.example.com/health"}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
        <p id="sites-found" role="status" className={css["soft"]}>
          {text.trim() === ""
            ? null
            : [
                words.add.found(sites.fresh.length),
                ...(sites.known > 0 ? [words.add.known(sites.known)] : []),
                ...sites.unclear.slice(0, 3).map(words.add.unclear)
              ].join(" · ")}
        </p>
        <details
          className={css["options"]}
          open={isShowingOptions}
          onToggle={({ currentTarget }) => setShowingOptions(currentTarget.open)}
        >
          <summary>{words.form.optionsForAll}</summary>
          {isShowingOptions
            ? optionFields.map((field) => (
                <FieldControl
                  key={field.name}
                  field={field}
                  value={defaults[field.name]}
                  least={
                    minimums.checkInterval > 0 && field.name === "checkInterval" ? minimums.checkInterval : undefined
                  }
                />
              ))
            : null}
        </details>
        <Button type="submit" kind="primary" disabled={sites.fresh.length === 0}>
          {words.add.submit(sites.fresh.length)}
        </Button>
      </form>
      {submitted.length === 0 ? null : (
        <section ref={results} className={css["results"]} aria-labelledby="added">
          <header className={css["head"]}>
            <h2 id="added">{words.add.results}</h2>
            <p role="status" className={css["soft"]}>
              {words.add.summary(count("up"), count("down"), count("unknown"))}
            </p>
            <ButtonLink href="/domains">{words.add.done}</ButtonLink>
          </header>
          <ul>
            {submitted.map((one) => (
              <Row key={one.site} submitted={one} onRetry={() => void addOne(one.site, one.options)} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

export default Add
