/** The names of response codes (IANA "DNS RCODEs"). */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0, "NOERROR"],
  [1, "FORMERR"],
  [2, "SERVFAIL"],
  [3, "NXDOMAIN"],
  [4, "NOTIMP"],
  [5, "REFUSED"],
  [6, "YXDOMAIN"],
  [7, "YXRRSET"],
  [8, "NXRRSET"],
  [9, "NOTAUTH"],
  [10, "NOTZONE"],
  [11, "DSOTYPENI"],
  [16, "BADVERS"],
  [17, "BADKEY"],
  [18, "BADTIME"],
  [19, "BADMODE"],
  [20, "BADNAME"],
  [21, "BADALG"],
  [22, "BADTRUNC"],
  [23, "BADCOOKIE"]
])

export const rcodeName = (code: number): string => NAMES.get(code) ?? `RCODE${code}`
