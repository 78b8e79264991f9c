import type { ChannelKindRecord } from "@mon/model"
import { useState } from "react"
import { Link, useLocation } from "wouter"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Absent } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { ChannelForm } from "./ChannelForm.tsx"
import { channelEndpoints, rereadChannels, useChannelKinds } from "../alerts/channelQueries.ts"
import css from "./Channels.module.css"
import { channelsWords } from "../alerts/channelsWords.ts"
import { serviceSentence } from "../alerts/serviceSentence.ts"

const URL_LENGTH = 2_000

/** Creates channels from a URL in the format of another program. */
const PasteUrl = () => {
  const { words: common } = useLanguage()
  const words = useScreenWords(channelsWords)
  const [, navigate] = useLocation()
  const { isRunning, onSubmit, problem } = useSubmit(async (data) => {
    const added = await channelEndpoints.fromUrl({ url: String(data.get("url")).trim() })
    await rereadChannels()
    notify(words.pasted(added.length, added[0]?.ignored ?? []))
    navigate("/channels")
  })
  return (
    <div className={css["paste"]}>
      <Card title={words.paste}>
        <form className={form["plain"]} onSubmit={onSubmit}>
          <Field label={words.pasteLabel} hint={words.pasteHint}>
            {(shared) => (
              <input
                {...shared}
                name="url"
                required
                maxLength={URL_LENGTH}
                placeholder="tgram://token/chat"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          <FormProblem problem={problem === null ? null : serviceSentence(problem, common.language)} />
          <div className={form["save"]}>
            <Button type="submit" disabled={isRunning}>
              {words.pasteGo}
            </Button>
          </div>
        </form>
      </Card>
    </div>
  )
}

const fits = ({ about, name }: ChannelKindRecord, search: string): boolean =>
  `${name} ${about}`.toLowerCase().includes(search.trim().toLowerCase())

const Kinds = ({ kinds }: { readonly kinds: ReadonlyArray<ChannelKindRecord> }) => {
  const words = useScreenWords(channelsWords)
  const [search, setSearch] = useState("")
  const found = kinds.filter((kind) => fits(kind, search))
  return (
    <>
      <h2>{words.choose}</h2>
      <input
        type="search"
        className={css["search"]}
        aria-label={words.search}
        placeholder={words.search}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {found.length === 0 ? <p role="status">{words.noKind}</p> : null}
      <ul className={css["tiles"]}>
        {found.map(({ about, inPlan, kind, name }) => (
          <li key={kind}>
            <Link href={`/channels/new/${kind}`} className={css["tile"] ?? ""}>
              <b>{name}</b>
              <span>{about}</span>
              {inPlan ? null : <span className={css["missing"]}>{words.notInPlan}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <PasteUrl />
    </>
  )
}

const AddChannel = ({ wanted }: { readonly wanted: string | undefined }) => {
  const words = useScreenWords(channelsWords)
  const query = useChannelKinds()
  const kind = query.data?.find((one) => one.kind === wanted)
  if (wanted !== undefined && query.data !== undefined && kind === undefined) return <Absent />
  return (
    <Screen
      title={kind === undefined ? words.add : words.addTitle(kind.name)}
      actions={wanted === undefined ? undefined : <ButtonLink href="/channels/new">{words.otherKind}</ButtonLink>}
    >
      <Loaded query={query}>
        {(kinds) =>
          kind === undefined ? <Kinds kinds={kinds} /> : <ChannelForm key={kind.kind} kind={kind} channel={null} />
        }
      </Loaded>
    </Screen>
  )
}

export default AddChannel
