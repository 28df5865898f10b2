<?php
/**
 * Leaves out the command palette, which loads the components of the block editor on every screen of wp-admin. Browsers spend most of the
 * time that such a screen takes on it, and no test uses it.
 */

declare( strict_types = 1 );

remove_action( 'admin_enqueue_scripts', 'wp_enqueue_command_palette_assets' );
