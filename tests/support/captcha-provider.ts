import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** A fake captcha provider with a widget like Turnstile's, which accepts a single token. */
const TOKEN = 'token of a person';

/** Like the scripts of real providers, this script renders a frame, adds a token to the form and sets a cookie. */
const script = `
(() => {
  const host = new URL(document.currentScript.src).origin;
  const widgets = new Map();
  const draw = (place) => {
    const frame = document.createElement('iframe');
    frame.src = host + '/frame';
    frame.title = 'Fake captcha';
    const token = document.createElement('input');
    token.type = 'hidden';
    token.name = 'cf-turnstile-response';
    token.value = '${TOKEN}';
    place.append(frame, token);
  };
  window.turnstile = {
    render: (place, { sitekey }) => {
      document.cookie = 'cf_fake=' + sitekey + '; Path=/';
      draw(place);
      const id = 'widget-' + widgets.size;
      widgets.set(id, place);
      return id;
    },
    reset: () => undefined,
    remove: (id) => widgets.get(id).replaceChildren(),
  };
})();
`;

createServer(async (request, response) => {
  const respond = (type: string, body: string): void => {
    response.writeHead(200, { 'content-type': type, 'cross-origin-resource-policy': 'cross-origin' });
    response.end(body);
  };
  if (request.url?.startsWith('/api.js')) respond('text/javascript', script);
  else if (request.url === '/frame')
    respond('text/html', '<!doctype html><title>Fake captcha</title><p>You are a person.</p>');
  else if (request.url === '/siteverify') {
    const body = new URLSearchParams(await text(request));
    respond('application/json', JSON.stringify({ success: body.get('response') === TOKEN }));
  } else respond('text/plain', 'ok');
}).listen(Number(process.env.PORT ?? 8473));
