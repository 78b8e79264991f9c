import { rsaKey, shapeOfRsaKey } from "../keys.ts"
import type { Fault, Faults } from "./Fault.ts"
import { setKey, withoutKeys, withoutUnseen } from "./records.ts"
import { nodeAt, type World } from "./World.ts"

const selectorOf = ({ senders }: World): string | null =>
  senders.find(({ selector }) => selector !== null)?.selector ?? null

/** Returns a fault that replaces the key with which the servers sign. */
const key =
  (...records: ReadonlyArray<string>): Fault =>
  (world) => {
    const selector = selectorOf(world)
    if (selector === null) return
    nodeAt(world, `${selector}._domainkey.${world.domain}`).CNAME = []
    setKey(world, selector, ...records)
  }

const lazily =
  (make: () => ReadonlyArray<string>): Fault =>
  (world, random) =>
    key(...make())(world, random)

/** Returns a fault that adds a key with which nobody signs. */
const beside =
  (selector: string, ...records: ReadonlyArray<string>): Fault =>
  (world) =>
    setKey(world, selector, ...records)

export const DKIM_FAULTS: Faults = {
  "test mode": lazily(() => [`v=DKIM1; k=rsa; t=y; p=${rsaKey(2048)}`]),
  "test mode among other flags": lazily(() => [`v=DKIM1; k=rsa; t=s:y; p=${rsaKey(2048)}`]),
  "test mode as the first tag": lazily(() => [`t=y; k=rsa; p=${rsaKey(2048)}`]),
  "short key in test mode": lazily(() => [`v=DKIM1; k=rsa; t=y; p=${rsaKey(1024)}`]),
  "test mode beside": (world, random) => beside("s1", `v=DKIM1; t=y; p=${rsaKey(2048)}`)(world, random),
  "test mode of two keys, one of them an alias": (world, random) => {
    lazily(() => [`v=DKIM1; k=rsa; t=y; p=${rsaKey(2048)}`])(world, random)
    nodeAt(world, `s2._domainkey.${world.domain}`).CNAME = ["s2.keys.example.net"]
    nodeAt(world, "s2.keys.example.net").TXT = [`v=DKIM1; k=rsa; t=y; p=${rsaKey(2048)}`]
  },
  "no key": (world) => {
    withoutKeys(world)
    withoutUnseen(world)
  },
  "alias without a key": (world) => {
    nodeAt(world, `k1._domainkey.${world.domain}`).CNAME = ["k1.gone.example.net"]
  },
  "alias of a name that exists without a key": (world) => {
    nodeAt(world, `k1._domainkey.${world.domain}`).CNAME = ["k1.there.example.net"]
    nodeAt(world, "k1.there.example.net").A = ["5.5.5.5"]
  },
  "chain of aliases without a key": (world) => {
    nodeAt(world, `k1._domainkey.${world.domain}`).CNAME = ["k1.first.example.net"]
    nodeAt(world, "k1.first.example.net").CNAME = ["k1.gone.example.net"]
  },
  "key that nobody accepts": lazily(() => [`v=DKIM1; k=rsa; p=${shapeOfRsaKey(512)}`]),
  "weak key": lazily(() => [`v=DKIM1; k=rsa; p=${rsaKey(1024)}`]),
  "weak key beside": (world, random) => beside("s1", `v=DKIM1; p=${rsaKey(1024)}`)(world, random),
  "large key beside": (world, random) => beside("s1", `v=DKIM1; p=${shapeOfRsaKey(4104)}`)(world, random),
  "revoked key": (world, random) => {
    key("v=DKIM1; p=")(world, random)
    withoutUnseen(world)
  },
  "revoked key beside": beside("s1", "v=DKIM1; p="),
  "key that is not base64": key("v=DKIM1; k=rsa; p=@@@@"),
  "key with the quotes of a zone file": lazily(() => [`v=DKIM1; k=rsa; p=${rsaKey(2048).replace(/^.{200}/, '$&" "')}`]),
  "key with backslashes": lazily(() => [`v=DKIM1\\; k=rsa\\; p=${rsaKey(2048)}`]),
  "key in quotes and in test mode": lazily(() => [`"v=DKIM1; k=rsa; t=y; p=${rsaKey(2048)}"`]),
  "weak key in quotes": lazily(() => [`"v=DKIM1; k=rsa; p=${rsaKey(1024)}"`]),
  "key in quotes that nobody accepts": lazily(() => [`"v=DKIM1; k=rsa; p=${shapeOfRsaKey(512)}"`]),
  "key with an empty tag": lazily(() => [`v=DKIM1;; k=rsa; p=${rsaKey(2048)}`]),
  "key without semicolons": lazily(() => [`v=DKIM1 k=rsa p=${rsaKey(2048)}`]),
  "two keys, one of them with quotes and one cut off": (world, random) => {
    lazily(() => [`"v=DKIM1; k=rsa; p=${rsaKey(2048)}"`])(world, random)
    beside("s1", `v=DKIM1; p=${rsaKey(2048).slice(0, 200)}`)(world, random)
  },
  "key with quotes beside": (world, random) => beside("s1", `"v=DKIM1; p=${rsaKey(2048)}"`)(world, random),
  "revoked key in quotes beside": beside("s1", 'v=DKIM1; p=""'),
  "key that is cut off": lazily(() => [`v=DKIM1; k=rsa; p=${rsaKey(2048).slice(0, 200)}`]),
  "broken key beside": beside("s1", "v=DKIM1; k=rsa; p=AAAA"),
  "SHA-1 only": lazily(() => [`v=DKIM1; h=sha1; p=${rsaKey(2048)}`]),
  "key for another service": lazily(() => [`v=DKIM1; s=tlsrpt; p=${rsaKey(2048)}`]),
  "only Ed25519": key("v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="),
  "two records at a selector": lazily(() => [`v=DKIM1; p=${rsaKey(2048)}`, `v=DKIM1; k=rsa; p=${rsaKey(2048)}`]),
  "wildcard of keys": (world) => {
    nodeAt(world, `*._domainkey.${world.domain}`).TXT = [`v=DKIM1; p=${rsaKey(2048)}`]
  },
  "wildcard of revoked keys": (world) => {
    nodeAt(world, `*._domainkey.${world.domain}`).TXT = ["v=DKIM1; p="]
  }
}
