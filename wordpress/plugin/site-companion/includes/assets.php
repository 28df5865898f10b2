<?php
/**
 * Enqueues scripts and styles of the plugin. The version of each is the time at which its file was changed, so that browsers load it again
 * after an update.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * Enqueues a script in the footer, with its translations. WordPress finds them by the path in the URL, which must not contain `..`.
 *
 * @param string $name Of the file, for example `admin/seo.js`. The handle of `admin/seo.js` is `site-companion-seo`.
 */
function enqueue_script( string $name, array $dependencies ): void {
	$handle = 'site-companion-' . basename( $name, '.js' );
	wp_enqueue_script( $handle, plugins_url( $name, __DIR__ ), $dependencies, (string) filemtime( dirname( __DIR__ ) . "/$name" ), true );
	wp_set_script_translations( $handle, 'site-companion' );
}

/** As `enqueue_script`, for a style sheet. */
function enqueue_style( string $name, array $dependencies = array() ): void {
	wp_enqueue_style( 'site-companion-' . basename( $name, '.css' ), plugins_url( $name, __DIR__ ), $dependencies, (string) filemtime( dirname( __DIR__ ) . "/$name" ) );
}

/** The item on this screen of wp-admin if it is open in its editor and of one of these types. */
function edited_item( array $types ): ?WP_Post {
	$screen = is_admin() && function_exists( 'get_current_screen' ) ? get_current_screen() : null;
	$post   = get_post();

	return $post && 'post' === $screen?->base && in_array( $post->post_type, $types, true ) ? $post : null;
}
