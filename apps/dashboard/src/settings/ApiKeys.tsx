import type { ApiKeyRecord, NewApiKeyRecord } from "@mon/model"
import { useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread, useApiKeys } from "../api/accountQueries.ts"
import { ApiProblem } from "../api/client.ts"
import { notify } from "../shell/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Copy } from "../ui/Copy.tsx"
import { curlOf } from "../ui/curlOf.ts"
import { Loaded } from "../ui/Loaded.tsx"
import { useSentence } from "../ui/Problem.tsx"
import css from "../ui/Screen.module.css"
import { Ago } from "../ui/time.tsx"
import { useAccountWords } from "../words/account/useAccountWords.ts"
import { ConfirmPassword } from "./ConfirmPassword.tsx"

/** The service asks for the password again: the sign-in was too long ago. */
const FORBIDDEN = 403

const NewKey = ({ made, onClose }: { readonly made: NewApiKeyRecord; readonly onClose: () => void }) => {
  const words = useAccountWords().keys
  return (
    <Card title={words.created}>
      <div className={css["text"]}>
        <p>{words.createdHint}</p>
        <div className={css["secret"]}>
          <code>{made.key}</code>
          <Copy text={made.key} label={words.copy} />
        </div>
        <p className={css["small"]}>{words.tryIt}</p>
        <code className={css["code"]} tabIndex={0}>
          {`export MON_API_KEY=${made.key}\n${curlOf({ path: "/account" }, globalThis.location.origin)}`}
        </code>
        <div className={css["end"]}>
          <Button onClick={onClose}>{words.stored}</Button>
        </div>
      </div>
    </Card>
  )
}

type Asked = "replace" | "delete" | "password" | null

/** The API keys of the person. */
export const ApiKeys = () => {
  const words = useAccountWords().keys
  const sentence = useSentence()
  const query = useApiKeys()
  const [made, setMade] = useState<NewApiKeyRecord | null>(null)
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const make = async () => {
    setMade(await accountEndpoints.createKey())
    await reread(accountKeys.apiKeys)
  }
  /** Makes a key, after the password if the service asks for it. */
  const create = async () => {
    try {
      await make()
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== FORBIDDEN) throw error
      setAsked("password")
    }
  }
  const remove = async (key: ApiKeyRecord) => {
    await accountEndpoints.removeKey(key.id)
    await reread(accountKeys.apiKeys)
    setMade(null)
    notify(words.removed)
  }
  return (
    <div className={css["stack"]}>
      {made === null ? null : <NewKey made={made} onClose={() => setMade(null)} />}
      <Loaded query={query} rows={2}>
        {([key]) => (
          <Card
            title={words.title}
            action={
              key === undefined ? (
                <Button kind="primary" onClick={() => void create().catch((error: unknown) => notify(sentence(error)))}>
                  {words.create}
                </Button>
              ) : null
            }
          >
            <div className={css["text"]}>
              <p>
                {words.hint} <a href="/docs">{words.docs}</a>
              </p>
              {key === undefined ? (
                <p className={css["soft"]}>{words.none}</p>
              ) : (
                <div className={css["row"]}>
                  <code className={css["grow"]}>{key.shown}</code>
                  <span className={css["small"]}>
                    {words.made} <Ago at={key.createdAt} />
                  </span>
                  <Button onClick={() => setAsked("replace")}>{words.replace}</Button>
                  <Button kind="danger" onClick={() => setAsked("delete")}>
                    {words.remove}
                  </Button>
                </div>
              )}
            </div>
            <Confirm
              open={asked === "replace"}
              title={words.replaceTitle}
              action={words.replace}
              onConfirm={create}
              onClose={() => setAsked((now) => (now === "replace" ? null : now))}
            >
              <p>{words.replaceHint}</p>
            </Confirm>
            <Confirm
              open={asked === "delete"}
              title={words.removeTitle}
              action={words.remove}
              onConfirm={() => (key === undefined ? Promise.resolve() : remove(key))}
              onClose={close}
            >
              <p>{words.removeHint}</p>
            </Confirm>
          </Card>
        )}
      </Loaded>
      <ConfirmPassword open={asked === "password"} onClose={close} onConfirmed={make} />
    </div>
  )
}
