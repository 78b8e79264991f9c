/** Titles and next steps in English. */
export const englishCauses = {
  registration_expired: {
    title: "The domain registration expired",
    nextStep:
      "Sign in at {registrar|your registrar} and renew {domain|the domain} today. It expired on {date|a past date}, and after the grace period anybody can register it. Then turn on automatic renewal."
  },
  registration_on_hold: {
    title: "The registry has put the domain on hold",
    nextStep:
      "Ask {registrar|your registrar} why {domain|the domain} has the status {statuses|hold}. Common reasons are an unconfirmed contact address, an unpaid invoice or a complaint. The registry publishes the domain again when the registrar removes the status."
  },
  registration_deleted: {
    title: "The domain registration was deleted",
    nextStep:
      "Ask {registrar|your registrar} to restore {domain|the domain} at once. A restore is possible only during the redemption period, and usually costs a fee. If the domain is no longer registered, register it again."
  },
  delegation_changed: {
    title: "The domain was delegated to other name servers",
    nextStep:
      "Check at {registrar|your registrar} whether you changed the name servers of {domain|the domain}. They are now {now|other servers}. If you did not, secure the account and set them back to {before|the earlier servers}. If you did, create the missing records on the new servers."
  },
  delegation_lame: {
    title: "Name servers of the domain do not serve its zone",
    nextStep:
      "Create the zone of {domain|the domain} on {servers|the name servers} again, or remove these servers from the delegation at the registrar. Test each server with `dig SOA {domain|example.com} @SERVER +norecurse`."
  },
  name_servers_silent: {
    title: "No name server of the domain answers",
    nextStep:
      "Check that {servers|the name servers of the domain} run and accept UDP and TCP on port 53. If a provider runs them, read its status page, and add servers of a second provider to the delegation."
  },
  dnssec_broken: {
    title: "DNSSEC of the domain is broken",
    nextStep:
      "Compare the DS record at the registrar with the keys of the zone: `dig DS {domain|example.com}` and `dig DNSKEY {domain|example.com}`. If no key matches, remove the DS record at the registrar, wait until its TTL has passed, and add the right one. If signatures have expired, sign the zone again."
  },
  address_removed: {
    title: "The DNS record of the host is gone",
    nextStep:
      "Add the record of {host|the host} again where its DNS is managed. The last known value is {before|in the history of the monitor}. Test it with `dig {host|example.com}`."
  },
  address_changed: {
    title: "The host has a new address that does not serve the site",
    nextStep:
      "Check whether the change from {before|the earlier address} to {now|the new address} was meant. If it was, configure the site and its certificate for {host|the host} on the new server. Otherwise set the record back."
  },
  cname_changed: {
    title: "The host is an alias of another name that does not serve the site",
    nextStep:
      "Check whether the alias of {host|the host} was meant to change to {now|the new target}. If it was, add the host to the service behind the new target. Otherwise set the record back to {before|its earlier value}."
  },
  cname_dangling: {
    title: "The host is an alias of a target that is gone",
    nextStep:
      "Remove the alias of {host|the host} now, or create the target {target|at the platform} again. Until then, somebody else may be able to claim the target and publish pages under your name."
  },
  address_not_public: {
    title: "The DNS record leads to a private address",
    nextStep:
      "Replace the private address {now|in the record} of {host|the host} by the public address of the server. If the record is for an internal network, serve it from an internal DNS view."
  },
  name_servers_differ: {
    title: "The name servers of the domain answer differently",
    nextStep:
      "Compare the zone on all name servers, beginning with {servers|the one that differs}. Check that the zone transfer works, and compare the serial numbers with `dig SOA {domain|example.com} @SERVER`."
  },
  connection_refused: {
    title: "Nothing listens on the port",
    nextStep:
      "Start the web server on {host|the host} and read its log for the reason why it stopped, for example with `systemctl status nginx` and `journalctl -u nginx`. Check that it listens on the port of the URL and on all addresses."
  },
  connection_filtered: {
    title: "A firewall drops our connections",
    nextStep:
      "Check the firewall, the security group and the provider's protection in front of {host|the host}. The port of the URL must accept connections from everywhere, or at least from the addresses of your monitoring locations."
  },
  server_silent: {
    title: "The server does not answer at all",
    nextStep:
      "Open the console of the server of {host|the host} at the hosting provider. Check that it runs and has its network, and read the provider's status page. Restart the server if it hangs."
  },
  connection_reset: {
    title: "The server accepts connections and resets them",
    nextStep:
      "Read the logs of the web server and of the load balancer in front of {host|the host}. A reset after the connection mostly comes from a crashing worker process, a limit of connections, or a firewall that inspects traffic."
  },
  ipv6_broken: {
    title: "The site works over IPv4, but not over IPv6",
    nextStep:
      "Make the web server of {host|the host} listen on {failing|its IPv6 address}, and allow the port in the IPv6 firewall. If the server has no IPv6, remove the AAAA record. Test it with `curl -6 https://{host|example.com}`."
  },
  one_location: {
    title: "Only one location cannot reach the site",
    nextStep:
      "The site works from {working|the other locations}. Check whether a firewall, a country rule or a block list of the site stops {failing|this location}. If nothing does, run `mtr {host|example.com}` there and send the result to its network provider."
  },
  one_provider: {
    title: "Only the locations in one network cannot reach the site",
    nextStep:
      "The path between {provider|this network} and your hosting provider is broken. Send both of them a `mtr {host|example.com}` from {failing|the failing locations}. Your server needs no change."
  },
  own_network: {
    title: "The network of the monitoring worker is in doubt",
    nextStep:
      "Check the network and the resolver of the monitoring worker. Nothing is known about the site until the worker reaches other sites again."
  },
  certificate_expired: {
    title: "The certificate expired",
    nextStep:
      "Renew the certificate of {host|the host}, for example with `certbot renew`, and reload every server that uses it. It ended on {date|a past date}. Then find out why the automatic renewal failed."
  },
  certificate_for_other_name: {
    title: "The new certificate does not contain the host",
    nextStep:
      "Issue a certificate that contains {host|the host}, and install it. The one that the server shows is for {names|other names}. Add the missing name to the renewal, so that the next one contains it too."
  },
  wrong_virtual_host: {
    title: "The server answers as another site",
    nextStep:
      "Add {host|the host} to the configuration of the web server: `server_name` in nginx, `ServerName` or `ServerAlias` in Apache, a binding in IIS. The server does not know the host and answers with its default site."
  },
  chain_incomplete: {
    title: "The server does not send the intermediate certificate",
    nextStep:
      "Configure the full chain on {host|the host}: in nginx and Apache, use `fullchain.pem` in place of `cert.pem`. Browsers may hide the problem, because they fetch the missing certificate. Test it with `openssl s_client -connect {host|example.com}:443`."
  },
  certificate_untrusted: {
    title: "Browsers do not trust the certificate",
    nextStep:
      "Replace the certificate of {host|the host} by one of a public certificate authority, for example Let's Encrypt. The one that the server shows was issued by {issuer|an unknown issuer}."
  },
  clock_wrong: {
    title: "A clock is wrong, or the certificate is not valid yet",
    nextStep:
      "Check the clock of the server of {host|the host} with `timedatectl`, and turn on NTP. If the clock is right, install a certificate that is already valid: the one that the server shows begins on {from|a later date}."
  },
  tls_too_old: {
    title: "The server offers only old versions of TLS",
    nextStep:
      "Turn on TLS 1.2 and 1.3 on {host|the host}: `ssl_protocols TLSv1.2 TLSv1.3;` in nginx. If the server cannot do this, update it, or put a proxy that can in front of it. RFC 8996 forbids TLS 1.0 and 1.1."
  },
  tls_handshake_failed: {
    title: "The TLS handshake fails",
    nextStep:
      "Run `openssl s_client -connect {host|example.com}:443 -servername {host|example.com}` and read the alert. Check the ciphers of the server, whether it demands a client certificate, and whether the port really speaks TLS."
  },
  error_after_deployment: {
    title: "The site fails since a deployment",
    nextStep:
      "Roll back the deployment {name|that was announced} of {at|that time}, {minutes|a few} minutes before the failure. Then compare its changes with the error log of the program."
  },
  bad_gateway: {
    title: "The proxy gets no valid answer from the program behind it",
    nextStep:
      "Restart the program behind {service|the proxy} on {host|the host}, and read its log. Check that it listens where the proxy sends requests: `proxy_pass` in nginx, the target group of a load balancer."
  },
  service_unavailable: {
    title: "The server says that the service is unavailable",
    nextStep:
      "Check on {host|the host} whether the program runs, whether somebody turned on a maintenance mode, and whether the load balancer has a healthy backend. Read the log for the time of the first failure."
  },
  gateway_timeout: {
    title: "The proxy waits for the program behind it, and gives up",
    nextStep:
      "Find out what the program behind {service|the proxy} on {host|the host} waits for: mostly slow database queries, a lock, or another service. Read the log of slow requests. A higher limit of the proxy only hides the cause."
  },
  cdn_origin_error: {
    title: "The CDN cannot reach your server",
    nextStep:
      "Check that your own server behind {service|the CDN} runs, and that its firewall allows the addresses of the CDN. If the error is about TLS, check the certificate of the server. Test the server without the CDN: `curl --resolve {host|example.com}:443:SERVER_ADDRESS https://{host|example.com}`."
  },
  host_error_page: {
    title: "The hosting platform answers in place of the site",
    nextStep:
      "Sign in at {service|the hosting platform}. Check that the deployment of {host|the host} exists and runs, that the domain is connected to it, and that the plan is paid. The log of the platform names the error."
  },
  redirect_loop: {
    title: "The redirects form a loop",
    nextStep:
      "Follow the redirects of {host|the host} with `curl -sIL --max-redirs 10 https://{host|example.com}`, and remove the rule that leads back. A common reason is a CDN that requests your server over HTTP while the server redirects to HTTPS: set the CDN to full TLS."
  },
  redirect_to_other_host: {
    title: "The site redirects to another host",
    nextStep:
      "Check whether the redirect from {before|the site} to {now|the other host} is meant. If it is, change the URL of the monitor. Otherwise remove the rule, and check the site for foreign code."
  },
  overload: {
    title: "The server is overloaded",
    nextStep:
      "Reduce the load on {host|the host}, or give it more capacity: the waiting time grew from {before|the usual} to {now|many} ms. Check CPU, memory, connections of the database and the number of requests, and block what does not belong there."
  },
  bot_wall: {
    title: "A bot protection or a rate limit stops our checks",
    nextStep:
      "Allow the monitor in {service|the bot protection}: add a rule for its user agent together with a secret header that you set in the monitor, or for the addresses of your locations. Visitors with a browser probably reach the site."
  },
  login_wall: {
    title: "The page asks for a sign-in",
    nextStep:
      "Check whether {host|the site} should be public. If it should, remove the protection. Otherwise set the credentials in the monitor, or monitor a page that needs none."
  },
  parked_page: {
    title: "The domain shows a parking page",
    nextStep:
      "Check at your registrar that {domain|the domain} is still yours and paid, and that its name servers and addresses are the ones of your site. A parking page of {service|a registrar} is shown in its place."
  },
  suspended_page: {
    title: "The hosting account is suspended",
    nextStep:
      "Ask the hosting provider why the account of {host|the site} is suspended. Mostly an invoice is unpaid, a limit is exceeded, or the site was abused. The provider turns it on again when this is solved."
  },
  application_error: {
    title: "The program of the site fails",
    nextStep:
      "Read the error log of {service|the program} on {host|the host} for the time of the first failure. Check its database, its disk space and its last update."
  },
  expected_text_gone: {
    title: "The page no longer has the expected content",
    nextStep:
      "Open the page and compare it with what the monitor expects: {expected|the expectation of the monitor}. If the page is right, change the expectation. Otherwise repair the page."
  },
  page_gone: {
    title: "The page no longer exists",
    nextStep:
      "Check whether the page was moved or deleted. If it was moved, add a redirect to its new address and change the URL of the monitor. Otherwise publish it again."
  },
  shared_cause: {
    title: "Several of your monitors fail for the same reason",
    nextStep:
      "Check what they share first: {kind|the same server or network} {value|of these monitors}. {failing|Several} other monitors fail there too. Read the status page of its provider before you change a single site."
  },
  monitor_edited: {
    title: "The monitor fails since it was edited",
    nextStep:
      "Check the edit of {fields|the monitor} of {at|that time}. Set the value back, or correct it. The site itself probably did not change."
  },
  planned_maintenance: {
    title: "A maintenance window is active",
    nextStep:
      "Nothing needs to be done while the window {window|of the monitor} lasts. If the work takes longer than planned, extend the window."
  },
  mx_moved: {
    title: "The MX records changed",
    nextStep:
      "Check whether the MX records of {domain|the domain} were meant to change from {before|the earlier servers} to {now|none}. If they were not, set them back now: email goes to the new servers, or is rejected."
  },
  spf_broken: {
    title: "An edit broke the SPF record",
    nextStep:
      "Publish one valid SPF record at {domain|the domain}. The last good one was {before|in the history of the monitor}. Compare it with {now|the present one} and keep every sender that still sends for you."
  },
  spf_too_many_lookups: {
    title: "The SPF record needs too many lookups",
    nextStep:
      "Reduce the lookups of the SPF record of {domain|the domain} from {lookups|more than ten} to 10 at most. Remove includes of services that you no longer use, or move a sender to a subdomain of its own. Receivers reject the record as it is."
  },
  dkim_key_gone: {
    title: "A DKIM key in use is gone",
    nextStep:
      "Publish the key of the selector {selector|in use} at {domain|the domain} again, as your mail provider shows it. Until then, messages that are signed with it fail DKIM."
  },
  dkim_key_rotated: {
    title: "Messages are signed with a key that is not published",
    nextStep:
      "Publish the key of the selector {selector|in use} at {domain|the domain}. Your mail provider shows the record in its settings for DKIM. Remove the old key a week later."
  },
  dmarc_weakened: {
    title: "The DMARC policy is weaker than before",
    nextStep:
      "Check whether the DMARC record of {domain|the domain} was meant to change. If it was not, publish the earlier record again: {before|the one in the history of the monitor}."
  },
  new_listing: {
    title: "A blacklist lists the domain or its mail server",
    nextStep:
      "Find out what caused the entry of {what|your server} in {lists|the blacklist}: mostly an account that sends spam, or an infected form. Repair that first. Then request the removal on the website of the list."
  },
  mx_tls_broken: {
    title: "TLS of a mail server is broken",
    nextStep:
      "Repair TLS on {hosts|the mail server}: turn on STARTTLS, and install a valid certificate for the name in the MX record. Test it with `openssl s_client -starttls smtp -connect MAIL_HOST:25`. Senders that demand TLS deliver nothing until then."
  }
} as const
