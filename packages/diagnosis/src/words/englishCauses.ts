export const englishCauses = {
  registration_expired: {
    title: "The domain registration expired",
    nextStep:
      "Sign in at {registrar|your registrar} and renew {domain|the domain} today. The registration expired on {date|a past date}, and after the grace period anybody can register the domain. Then turn on automatic renewal."
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
    title: "Some of the domain's name servers do not serve its zone",
    nextStep:
      "Create the zone for {domain|the domain} on {servers|the name servers} again, or remove these servers from the delegation at the registrar. Test each server with `dig SOA {domain|example.com} @SERVER +norecurse`."
  },
  name_servers_silent: {
    title: "None of the domain's name servers respond",
    nextStep:
      "Check that {servers|the domain's name servers} are running and accept UDP and TCP on port 53. If a provider runs them, check its status page, and add servers from a second provider to the delegation."
  },
  dnssec_broken: {
    title: "The domain's DNSSEC is broken",
    nextStep:
      "Compare the DS record at the registrar with the keys in the zone: `dig DS {domain|example.com}` and `dig DNSKEY {domain|example.com}`. If no key matches, remove the DS record at the registrar, wait until its TTL has passed, and add the right one. If signatures have expired, sign the zone again."
  },
  address_removed: {
    title: "The host's DNS record is gone",
    nextStep:
      "Add the record for {host|the host} again where its DNS is managed. The last known value is {before|in the history of the monitor}. Test it with `dig {host|example.com}`."
  },
  address_changed: {
    title: "The host has a new address that does not serve the site",
    nextStep:
      "Check whether the change from {before|the earlier address} to {now|the new address} was intended. If it was, configure the site and its certificate for {host|the host} on the new server. Otherwise set the record back."
  },
  cname_changed: {
    title: "The host is an alias for another name that does not serve the site",
    nextStep:
      "Check whether the alias for {host|the host} was meant to change to {now|the new target}. If it was, add the host to the service behind the new target. Otherwise set the record back to {before|its earlier value}."
  },
  cname_dangling: {
    title: "The host is an alias for a target that no longer exists",
    nextStep:
      "Remove the alias for {host|the host} now, or create the target {target|on the platform} again. Until then, someone else may be able to claim the target and publish pages under your name."
  },
  address_not_public: {
    title: "The DNS record points to a private address",
    nextStep:
      "In the record for {host|the host}, replace the private address {now|it has} with the server's public address. If the record is for an internal network, serve it from an internal DNS view."
  },
  name_servers_differ: {
    title: "The domain's name servers give different answers",
    nextStep:
      "Compare the zone on all name servers, starting with {servers|the one that differs}. Check that zone transfers work, and compare the serial numbers with `dig SOA {domain|example.com} @SERVER`."
  },
  connection_refused: {
    title: "Nothing is listening on the port",
    nextStep:
      "Start the web server on {host|the host} and check its log to see why it stopped, for example with `systemctl status nginx` and `journalctl -u nginx`. Check that the server is listening on the port in the URL and on all addresses."
  },
  connection_filtered: {
    title: "A firewall is dropping our connections",
    nextStep:
      "Check the firewall, the security group and the provider's protection in front of {host|the host}. The port in the URL must accept connections from everywhere, or at least from the addresses of your monitoring locations."
  },
  server_silent: {
    title: "The server does not respond at all",
    nextStep:
      "Open the console of the server for {host|the host} at your hosting provider. Check that the server is running and connected to its network, and check the provider's status page. Restart the server if it hangs."
  },
  connection_reset: {
    title: "The server accepts connections, then resets them",
    nextStep:
      "Check the logs of the web server and the load balancer in front of {host|the host}. A reset after connecting usually comes from a crashing worker process, a connection limit, or a firewall that inspects traffic."
  },
  ipv6_broken: {
    title: "The site works over IPv4, but not over IPv6",
    nextStep:
      "Make the web server for {host|the host} listen on {failing|its IPv6 address}, and allow the port in the IPv6 firewall. If the server has no IPv6, remove the AAAA record. Test it with `curl -6 https://{host|example.com}`."
  },
  one_location: {
    title: "Only one location cannot reach the site",
    nextStep:
      "The site works from {working|the other locations}. Check whether one of the site's firewall, country or block list rules is stopping {failing|this location}. If not, run `mtr {host|example.com}` at this location, and send the result to the location's network provider."
  },
  one_provider: {
    title: "Only the locations in one network cannot reach the site",
    nextStep:
      "The path between {provider|this network} and your hosting provider is broken. Send both of them the output of `mtr {host|example.com}` from {failing|the failing locations}. You do not need to change anything on your server."
  },
  own_network: {
    title: "The monitoring worker's own network may be down",
    nextStep:
      "Check the monitoring worker's network and resolver. Nothing is known about the site until the worker can reach other sites again."
  },
  certificate_expired: {
    title: "The certificate expired",
    nextStep:
      "Renew the certificate for {host|the host}, for example with `certbot renew`, and reload every server that uses it. The certificate expired on {date|a past date}. Then find out why automatic renewal failed."
  },
  certificate_for_other_name: {
    title: "The new certificate does not cover the host",
    nextStep:
      "Issue a certificate that covers {host|the host}, and install it. The one the server presents is for {names|other names}. Add the missing name to the renewal settings, so that the next certificate covers it too."
  },
  wrong_virtual_host: {
    title: "The server responds as another site",
    nextStep:
      "Add {host|the host} to the configuration of the web server: `server_name` in nginx, `ServerName` or `ServerAlias` in Apache, a binding in IIS. The server does not know the host, so it serves its default site."
  },
  chain_incomplete: {
    title: "The server does not send the intermediate certificate",
    nextStep:
      "Configure the full chain on {host|the host}: in nginx and Apache, use `fullchain.pem` instead of `cert.pem`. Browsers may hide the problem, because they can fetch the missing certificate. Test it with `openssl s_client -connect {host|example.com}:443`."
  },
  certificate_untrusted: {
    title: "Browsers do not trust the certificate",
    nextStep:
      "Replace the certificate for {host|the host} with one from a public certificate authority, such as Let's Encrypt. The one the server presents was issued by {issuer|an unknown issuer}."
  },
  clock_wrong: {
    title: "A clock is wrong, or the certificate is not valid yet",
    nextStep:
      "Check the clock on the server for {host|the host} with `timedatectl`, and turn on NTP. If the clock is right, install a certificate that is already valid: the one the server presents is not valid until {from|a later date}."
  },
  tls_too_old: {
    title: "The server only offers old versions of TLS",
    nextStep:
      "Turn on TLS 1.2 and 1.3 on {host|the host}: `ssl_protocols TLSv1.2 TLSv1.3;` in nginx. If the server cannot do this, update it, or put a proxy that can in front of it. RFC 8996 forbids TLS 1.0 and 1.1."
  },
  tls_handshake_failed: {
    title: "The TLS handshake fails",
    nextStep:
      "Run `openssl s_client -connect {host|example.com}:443 -servername {host|example.com}` and read the alert. Check which ciphers the server supports, whether it requires a client certificate, and whether the port really speaks TLS."
  },
  error_after_deployment: {
    title: "The site has been failing since a deployment",
    nextStep:
      "Roll back the deployment {name|that was announced} at {at|that time}, {minutes|a few} minutes before the failure. Then compare its changes with the application's error log."
  },
  bad_gateway: {
    title: "The proxy gets no valid response from the application behind it",
    nextStep:
      "Restart the application behind {service|the proxy} on {host|the host}, and check its log. Check that the application is listening where the proxy sends requests: `proxy_pass` in nginx, the target group of a load balancer."
  },
  service_unavailable: {
    title: "The server says that the service is unavailable",
    nextStep:
      "Check on {host|the host} whether the application is running, whether someone turned on maintenance mode, and whether the load balancer has a healthy backend. Check the log from around the time of the first failure."
  },
  gateway_timeout: {
    title: "The proxy timed out waiting for the application behind it",
    nextStep:
      "Find out what the application behind {service|the proxy} on {host|the host} is waiting for: usually slow database queries, a lock, or another service. Check the slow request log. A higher time limit in the proxy only hides the cause."
  },
  cdn_origin_error: {
    title: "The CDN cannot reach your server",
    nextStep:
      "Check that your own server behind {service|the CDN} is running, and that its firewall allows the CDN's addresses. If the error is about TLS, check the server's certificate. Test the server without the CDN: `curl --resolve {host|example.com}:443:SERVER_ADDRESS https://{host|example.com}`."
  },
  host_error_page: {
    title: "The hosting platform responds instead of the site",
    nextStep:
      "Sign in to {service|the hosting platform}. Check that the deployment for {host|the host} exists and is running, that the domain is connected to it, and that the plan is paid for. The platform's log shows the error."
  },
  redirect_loop: {
    title: "The redirects form a loop",
    nextStep:
      "Follow the redirects of {host|the host} with `curl -sIL --max-redirs 10 https://{host|example.com}`, and remove the rule that redirects back. A common reason is a CDN that connects to your server over HTTP while the server redirects to HTTPS: set the CDN to full TLS."
  },
  redirect_to_other_host: {
    title: "The site redirects to another host",
    nextStep:
      "Check whether the redirect from {before|the site} to {now|the other host} is intended. If it is, change the monitor's URL. Otherwise remove the rule, and check the site for injected code."
  },
  overload: {
    title: "The server is overloaded",
    nextStep:
      "Reduce the load on {host|the host}, or give it more capacity: the response time grew from {before|the usual} to {now|many} ms. Check CPU, memory, database connections and the number of requests, and block unwanted traffic."
  },
  bot_wall: {
    title: "Bot protection or a rate limit is blocking our checks",
    nextStep:
      "Allow the monitor in {service|the bot protection}: add a rule for its user agent and a secret header that you set in the monitor, or for the addresses of your locations. Visitors with a browser can probably reach the site."
  },
  login_wall: {
    title: "The page requires visitors to sign in",
    nextStep:
      "Check whether {host|the site} should be public. If it should, remove the protection. Otherwise set the credentials in the monitor, or monitor a page that does not need them."
  },
  parked_page: {
    title: "The domain shows a parking page",
    nextStep:
      "Check at your registrar that {domain|the domain} is still yours and paid for, and that its name servers and addresses are those of your site. Visitors see a parking page from {service|a registrar} instead."
  },
  suspended_page: {
    title: "The hosting account is suspended",
    nextStep:
      "Ask the hosting provider why the account for {host|the site} is suspended. Usually an invoice is unpaid, a limit was exceeded, or the site was abused. The provider will restore it when this is resolved."
  },
  application_error: {
    title: "The site's application is failing",
    nextStep:
      "Check the error log of {service|the application} on {host|the host} from around the time of the first failure. Check its database, its disk space and its last update."
  },
  expected_text_gone: {
    title: "The page no longer has the expected content",
    nextStep:
      "Open the page and compare it with what the monitor expects: {expected|the monitor's expectation}. If the page is right, change the expectation. Otherwise fix the page."
  },
  page_gone: {
    title: "The page no longer exists",
    nextStep:
      "Check whether the page was moved or deleted. If it was moved, add a redirect to its new address and change the monitor's URL. Otherwise publish it again."
  },
  shared_cause: {
    title: "Several of your monitors are failing for the same reason",
    nextStep:
      "First check what the monitors share: {kind|the same server or network} {value|of these monitors}. {failing|Several} other monitors are failing there too. Check the provider's status page before you change any site."
  },
  monitor_edited: {
    title: "The monitor has been failing since it was edited",
    nextStep:
      "Check the change to {fields|the monitor} made at {at|that time}. Set the value back, or correct it. The site itself probably did not change."
  },
  planned_maintenance: {
    title: "A maintenance window is active",
    nextStep:
      "You do not need to do anything during the window {window|for the monitor}. If the work takes longer than planned, extend the window."
  },
  service_silent: {
    title: "The service does not answer",
    nextStep:
      "Check on {host|the host} whether the service hangs or is overloaded, and read its log. If a proxy or a load balancer accepts the connections, check that the service behind it is running."
  },
  service_refuses: {
    title: "The server answers, but refuses service",
    nextStep:
      "Read the log of the service on {host|the host}. Common reasons are a start or shutdown in progress, too many connections, and a rule that forbids the address of the check."
  },
  login_refused: {
    title: "The server does not accept the login",
    nextStep:
      "Check whether the password or the rights of the monitor's user on {host|the host} were changed, and whether the user is locked. Then enter the right login in the monitor."
  },
  wrong_answer: {
    title: "The service works, but its answer is not the expected one",
    nextStep:
      "Compare the answer of the service on {host|the host} with the condition of the monitor. If the answer is right, change the condition. Otherwise fix what the condition watches."
  },
  other_protocol: {
    title: "The port does not speak the protocol of the service",
    nextStep:
      "Check which program listens on port {port|of the service} of {host|the host}, and whether the port expects TLS. If another program is meant to be there, change the type of the monitor."
  },
  mx_moved: {
    title: "The MX records changed",
    nextStep:
      "Check whether the MX records for {domain|the domain} were meant to change from {before|the earlier servers} to {now|none}. If they were not, set them back now: until then, email goes to the new servers or is rejected."
  },
  spf_broken: {
    title: "An edit broke the SPF record",
    nextStep:
      "Publish one valid SPF record at {domain|the domain}. The last good one was {before|in the history of the monitor}. Compare it with {now|the present one} and keep every sender that still sends for you."
  },
  spf_too_many_lookups: {
    title: "The SPF record needs too many lookups",
    nextStep:
      "Reduce the DNS lookups in the SPF record for {domain|the domain} from {lookups|more than ten} to at most 10. Remove includes for services that you no longer use, or move a sender to its own subdomain. Receivers reject the record as it is."
  },
  dkim_key_gone: {
    title: "A DKIM key that is in use is gone",
    nextStep:
      "Publish the key for the selector {selector|in use} at {domain|the domain} again, as your mail provider shows it. Until then, messages signed with this key will fail DKIM."
  },
  dkim_key_rotated: {
    title: "Messages are signed with a key that is not published",
    nextStep:
      "Publish the key for the selector {selector|in use} at {domain|the domain}. Your mail provider shows the record in its DKIM settings. Remove the old key a week later."
  },
  dmarc_weakened: {
    title: "The DMARC policy is weaker than before",
    nextStep:
      "Check whether the DMARC record for {domain|the domain} was meant to change. If it was not, publish the earlier record again: {before|the one in the history of the monitor}."
  },
  new_listing: {
    title: "A blacklist lists the domain or its mail server",
    nextStep:
      "Find out why {what|your server} is listed on {lists|the blacklist}. Common reasons are an account that sends spam and an abused form. Fix the reason first. Then request removal on the list's website."
  },
  mx_tls_broken: {
    title: "TLS on a mail server is broken",
    nextStep:
      "Fix TLS on {hosts|the mail server}: turn on STARTTLS, and install a valid certificate for the name in the MX record. Test it with `openssl s_client -starttls smtp -connect MAIL_HOST:25`. Until then, senders that require TLS cannot deliver anything."
  }
} as const
