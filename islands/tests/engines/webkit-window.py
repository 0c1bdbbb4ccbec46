#!/usr/bin/python3
"""A window with WebKitGTK for WebKitWebDriver, which starts it: `webkit-window.py FOLDER [no-scripts] [motion]`.

MiniBrowser, the driver's usual window, cannot be as narrow as a phone. FOLDER holds what the browser stores. Messages of
the console, the policy's too, are printed. Hosts other than this machine cannot be reached. With `no-scripts`, pages are
shown as if JavaScript were switched off. The visitor wishes for less motion, except with `motion`.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

NO_PROXY = "http://127.0.0.1:9"


def main(folder, *options):
    if "motion" not in options:
        # Less work for the processor. Without compositing, a transition between pages ends WebKit's process.
        os.environ["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
    data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder)
    proxy = WebKit2.NetworkProxySettings.new(NO_PROXY, ["127.0.0.1", "localhost"])
    data.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, proxy)
    context = WebKit2.WebContext(website_data_manager=data)
    context.set_automation_allowed(True)
    # WebKit takes it as the visitor's wish for less motion.
    Gtk.Settings.get_default().set_property("gtk-enable-animations", "motion" in options)
    window = Gtk.Window(default_width=1280, default_height=800)

    def create(_session):
        settings = WebKit2.Settings(
            enable_write_console_messages_to_stdout=True,
            enable_javascript_markup="no-scripts" not in options,
        )
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
        view.connect("close", Gtk.main_quit)
        window.add(view)
        window.show_all()
        return view

    def start(_context, session):
        session.connect("create-web-view", create)

    context.connect("automation-started", start)
    Gtk.main()


main(*sys.argv[1:])
