import { type FormEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from "react"
import domainFields from "virtual:domain-fields"
import pageFields from "virtual:page-fields"
import { Link, useSearch } from "wouter"
import { domainEndpoints } from "../api/domainEndpoints.ts"
import { endpoints } from "../api/endpoints.ts"
import { shownState } from "../api/monitors.ts"
import { pageEndpoints } from "../api/pageEndpoints.ts"
import { queryClient, useAccount, useMonitors, useTags } from "../api/queries.ts"
import { forEachOf, refresh } from "../api/changes.ts"
import { concernsOf } from "../monitors/attention.ts"
import { concernText } from "../monitors/concernText.ts"
import { FieldControl } from "../form/FieldControl.tsx"
import { changesOf, defaultsOf } from "../form/fieldValues.ts"
import { isAbout } from "../form/isAbout.ts"
import { type ForeignFile, foreignFile, ForeignOffer } from "../importing/ForeignFile.tsx"
import { TrialPanel } from "../monitors/TrialPanel.tsx"
import ask from "../form/AskPanel.module.css"
import { PreviewPanel } from "../monitors/PreviewPanel.tsx"
import { FormProblem } from "../form/Field.tsx"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { StateMark } from "../ui/StateMark.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Add.module.css"
import { type ChosenTags, chosenTagIds, noTags, tagIdsByName } from "./chosenTags.ts"
import { addWords } from "./addWords.ts"
import { parseSites } from "./parseSites.ts"
import { OtherMonitorOffer } from "./OtherMonitorOffer.tsx"
import { TagChoice } from "./TagChoice.tsx"
import { WhatToAdd } from "../monitors/WhatToAdd.tsx"
import { ownValue } from "../words/ownValue.ts"

type Kind = "domain" | "page"

/** The largest number of unclear texts that one sentence names. If there are more, they are shown as a list. */
const UNCLEAR_LISTED = 3

/** The kinds of files that this screen reads itself. Files of all other kinds go to the import. */
const READ_HERE: ReadonlyArray<ForeignFile["source"]> = ["list", "csv"]

/** Returns the fields that all sites of one submission share: all fields except the name. */
const withoutName = (fields: typeof domainFields) => fields.filter(({ name }) => name !== "name")

const kinds = {
  domain: {
    fields: withoutName(domainFields),
    create: domainEndpoints.create,
    setTags: domainEndpoints.setTags,
    path: "/domains",
    example: "example.com\nhttps://shop.example.com/health"
  },
  page: {
    fields: withoutName(pageFields),
    create: pageEndpoints.create,
    setTags: pageEndpoints.setTags,
    path: "/pages",
    example: "https://example.com/pricing\nhttps://example.com/terms"
  }
} as const

const useTexts = (kind: Kind) => {
  const words = useScreenWords(addWords)
  return kind === "page" ? { ...words, ...words.pages } : words
}

/**
 * A submitted address. `id` is set after the address was added, and `problem` after it was refused. While both are
 * null, the address is pending.
 */
interface Submitted {
  readonly site: string
  readonly options: Readonly<Record<string, unknown>>
  readonly tagIds: ReadonlyArray<string>
  readonly id: string | null
  readonly problem: string | null
}

const Row = ({
  kind,
  onRetry,
  submitted
}: {
  readonly kind: Kind
  readonly submitted: Submitted
  readonly onRetry: () => void
}) => {
  const { format, words } = useLanguage()
  const adding = useScreenWords(addWords)
  const { id, problem, site } = submitted
  const monitor = (useMonitors().data ?? []).find((one) => one.id === id)
  if (problem !== null) {
    return (
      <li className={css["row"]}>
        <StateMark state="error" />
        <bdi>{site}</bdi>
        <span className={css["bad"]}>{problem}</span>
        <Button onClick={onRetry}>{adding.again}</Button>
      </li>
    )
  }
  const [worst] = monitor === undefined ? [] : concernsOf(monitor)
  const state = shownState(monitor?.state ?? "unknown", monitor?.certProblem)
  return (
    <li className={css["row"]}>
      <StateMark state={state} />
      {id === null ? (
        <bdi>{site}</bdi>
      ) : (
        <Link href={`${kinds[kind].path}/${id}`}>
          <bdi>{monitor?.name ?? site}</bdi>
        </Link>
      )}
      <span className={css[state === "down" || state === "error" ? "bad" : state === "refused" ? "refused" : "soft"]}>
        {id === null
          ? adding.adding
          : state === "unknown"
            ? adding.checking
            : [
                kind === "page" && state === "active" ? adding.pages.read : words.state[state],
                ...(monitor?.responseMs === null || monitor === undefined
                  ? []
                  : [format.milliseconds(monitor.responseMs)]),
                ...(worst === undefined ? [] : [concernText(words, worst)])
              ].join(" · ")}
      </span>
    </li>
  )
}

const AddForm = ({ kind }: { readonly kind: Kind }) => {
  const { words } = useLanguage()
  const texts = useTexts(kind)
  const { create, example, fields: optionFields, path, setTags } = kinds[kind]
  const sentence = useSentence()
  const monitors = useMonitors().data
  const limits = useAccount().data?.limits
  const minimums = {
    checkInterval: (kind === "page" ? limits?.minCheckIntervalUrls : limits?.minCheckIntervalDomains) ?? 0
  }
  const defaults = defaultsOf(optionFields, minimums)
  const [isShowingOptions, setShowingOptions] = useState(false)
  const [text, setText] = useState(() => new URLSearchParams(globalThis.location.search).get("sites") ?? "")
  const form = useRef<HTMLFormElement>(null)
  const [edits, setEdits] = useState(0)
  const [chosen, setChosen] = useState<Readonly<Record<string, unknown>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [tags, setChosenTags] = useState<ChosenTags>(noTags)
  const [tagProblem, setTagProblem] = useState<string | null>(null)
  const [foreign, setForeign] = useState<ForeignFile | null>(null)
  const known = useTags(true).data ?? []
  const [submitted, setSubmitted] = useState<ReadonlyArray<Submitted>>([])
  const hosts = useMemo(
    () =>
      new Set(
        (monitors ?? []).filter((monitor) => (monitor.kind === "url") === (kind === "page")).map(({ host }) => host)
      ),
    [monitors, kind]
  )
  const results = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The results can be below the window, and the pressed button, which had the focus, is disabled now.
  useEffect(() => {
    void results.current?.scrollIntoView({ block: "nearest" })
    heading.current?.focus({ preventScroll: true })
  }, [submitted.length])
  const sites = useMemo(() => parseSites(text, hosts), [text, hosts])

  const optionsOf = (element: HTMLFormElement): Submitted["options"] =>
    isShowingOptions ? changesOf(optionFields, defaults, new FormData(element)) : {}
  const readOptions = useEffectEvent(() => {
    if (form.current !== null) setChosen(optionsOf(form.current))
  })
  useEffect(readOptions, [edits, isShowingOptions])
  const edit = () => setEdits((before) => before + 1)

  const put = (entry: Submitted) =>
    setSubmitted((before) => before.map((one) => (one.site === entry.site ? entry : one)))
  const giveTags = async (id: string, { site, tagIds }: Submitted) => {
    if (tagIds.length === 0) return
    try {
      await setTags(id, tagIds)
    } catch (error) {
      notify(texts.untagged(site, sentence(error)))
    }
  }
  const addOne = async (wanted: Submitted) => {
    put({ ...wanted, problem: null })
    try {
      const { id } = await create(wanted.site, wanted.options)
      put({ ...wanted, id, problem: null })
      await giveTags(id, wanted)
    } catch (error) {
      put({ ...wanted, problem: sentence(error) })
    }
    await refresh()
  }
  const recognise = async (pasted: string) => {
    const found =
      pasted.includes("\n") || /^\s*(?:[[{]|curl\s)/u.test(pasted)
        ? await foreignFile({ name: "pasted", text: pasted })
        : null
    setForeign(found === null || READ_HERE.includes(found.source) ? null : found)
  }
  /**
   * Returns the ids of the tags for all sites, and a function that adds the tags which the pasted table lists for one
   * site.
   */
  const readTags = async () => {
    const byName = await tagIdsByName([...sites.tags.values()].flat(), known, endpoints.createTag)
    const all = [...byName].map(([name, id]) => ({ id, name }))
    const tagIds = await chosenTagIds(tags, all, endpoints.createTag)
    const tagIdsOf = (site: string): ReadonlyArray<string> => {
      const own = (sites.tags.get(site) ?? []).flatMap((name) => byName.get(name.toLowerCase()) ?? [])
      return [...new Set([...tagIds, ...own])]
    }
    return { tagIds, tagIdsOf }
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const options = optionsOf(event.currentTarget)
    setTagProblem(null)
    const found = await readTags().catch((error: unknown) => {
      setTagProblem(sentence(error))
      return null
    })
    if (found === null) return
    const { tagIds, tagIdsOf } = found
    if (tags.name.trim() !== "" || sites.tags.size > 0) await queryClient.invalidateQueries({ queryKey: ["tags"] })
    setChosenTags({ ids: tagIds, name: "" })
    const wanted = sites.fresh.map((site) => {
      const name = sites.names.get(site)
      return {
        site,
        options: name === undefined ? options : { ...options, name },
        tagIds: tagIdsOf(site),
        id: null,
        problem: null
      }
    })
    setText("")
    setForeign(null)
    setSubmitted((before) => [...wanted, ...before.filter(({ site }) => !sites.fresh.includes(site))])
    await forEachOf(wanted, addOne)
  }
  const ids = new Set(submitted.map(({ id }) => id))
  const added = (monitors ?? []).filter(({ id }) => ids.has(id))
  const count = (...states: ReadonlyArray<string>) => added.filter(({ state }) => states.includes(state)).length
  return (
    <>
      <title>{`${texts.title} · ${words.app}`}</title>
      <h1>{texts.title}</h1>
      <WhatToAdd />
      <div className={ask["beside"]}>
        <form ref={form} className={css["form"]} onSubmit={(event) => void submit(event)} onChange={edit}>
          <label htmlFor="sites">{texts.field}</label>
          <p id="sites-hint" className={css["soft"]}>
            {texts.hint} <Link href="/import">{texts.fromTool}</Link>
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the screen is nothing but this field */}
          <textarea
            id="sites"
            autoFocus
            rows={6}
            spellCheck={false}
            autoCapitalize="none"
            aria-describedby="sites-hint sites-found"
            placeholder={example}
            value={text}
            onPaste={(event) => void recognise(event.clipboardData.getData("text/plain"))}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
          {foreign === null ? null : <ForeignOffer foreign={foreign} />}
          <OtherMonitorOffer text={text} />
          <p id="sites-found" role="status" className={css["soft"]}>
            {text.trim() === ""
              ? null
              : [
                  texts.found(sites.fresh.length),
                  ...(sites.known > 0 ? [texts.known(sites.known)] : []),
                  ...(sites.names.size > 0 ? [texts.named(sites.names.size)] : []),
                  ...(sites.tags.size > 0 ? [texts.tagged(sites.tags.size)] : []),
                  ...(sites.unclear.length > UNCLEAR_LISTED
                    ? [texts.unclearCount(sites.unclear.length)]
                    : sites.unclear.map(texts.unclear))
                ].join(" · ")}
          </p>
          {sites.unclear.length > UNCLEAR_LISTED ? (
            <details className={css["unclear"]}>
              <summary>{texts.showUnclear}</summary>
              <textarea readOnly rows={6} aria-label={texts.showUnclear} value={sites.unclear.join("\n")} />
            </details>
          ) : null}
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
                    value={ownValue(defaults, field.name)}
                    least={
                      minimums.checkInterval > 0 && field.name === "checkInterval" ? minimums.checkInterval : undefined
                    }
                    problem={isAbout(field.name, refusal) ? refusal : null}
                    onEdit={edit}
                  />
                ))
              : null}
          </details>
          <TagChoice chosen={tags} onChange={setChosenTags} />
          <FormProblem problem={tagProblem} />
          <Button type="submit" kind="primary" disabled={sites.fresh.length === 0}>
            {texts.submit(sites.fresh.length)}
          </Button>
        </form>
        {kind === "page" ? (
          <PreviewPanel
            addresses={sites.fresh}
            options={chosen}
            ask={({ options, url }) => pageEndpoints.preview(url, options)}
            onProblem={setRefusal}
          />
        ) : (
          <TrialPanel
            addresses={sites.fresh}
            options={chosen}
            ask={({ options, url }) => domainEndpoints.try(url, options)}
            onProblem={setRefusal}
          />
        )}
      </div>
      {submitted.length === 0 ? null : (
        <section ref={results} className={css["results"]} aria-labelledby="added">
          <header className={css["head"]}>
            <h2 id="added" ref={heading} tabIndex={-1}>
              {texts.results}
            </h2>
            <p role="status" className={css["soft"]}>
              {texts.summary(count("up", "degraded", "active", "changed"), count("down", "error"), count("unknown"))}
            </p>
            <ButtonLink href={path}>{texts.done}</ButtonLink>
          </header>
          <ul>
            {submitted.map((one) => (
              <Row key={one.site} kind={kind} submitted={one} onRetry={() => void addOne(one)} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const Add = () => {
  const kind: Kind = new URLSearchParams(useSearch()).get("kind") === "page" ? "page" : "domain"
  return <AddForm key={kind} kind={kind} />
}

export default Add
