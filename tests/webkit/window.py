#!/usr/bin/python3
"""A browser window for WebKitWebDriver without tool bars. It can be smaller than WebKit's MiniBrowser.

Environment: WEBKIT_SIZE (such as 360x800), WEBKIT_SCRIPTS (0: JavaScript is disabled), WEBKIT_INIT (JavaScript that runs at the
start of every document), WEBKIT_ANIMATIONS (0: reduced motion).
"""
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

width, height = map(int, os.environ["WEBKIT_SIZE"].split("x"))
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
settings = WebKit2.Settings()
settings.set_enable_javascript(os.environ.get("WEBKIT_SCRIPTS") != "0")
if os.environ.get("WEBKIT_ANIMATIONS") == "0":
    Gtk.Settings.get_default().set_property("gtk-enable-animations", False)


def create_web_view(*_):
    scripts = WebKit2.UserContentManager()
    init = os.environ.get("WEBKIT_INIT")
    if init:
        frames = WebKit2.UserContentInjectedFrames.TOP_FRAME
        start = WebKit2.UserScriptInjectionTime.START
        scripts.add_script(WebKit2.UserScript.new(init, frames, start, None, None))
    view = WebKit2.WebView(
        web_context=context, settings=settings, is_controlled_by_automation=True, user_content_manager=scripts
    )
    view.set_size_request(1, 1)
    window = Gtk.Window()
    window.set_decorated(False)
    window.add(view)
    window.set_default_size(width, height)
    window.show_all()
    view.load_uri("about:blank")
    return view


def start_session(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-window")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", create_web_view)


context.connect("automation-started", start_session)
Gtk.main()
