<?php
/**
 * The panel "Search and sharing" of the block editor.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\enqueue_seo_panel' );

function enqueue_seo_panel(): void {
	$screen = get_current_screen();
	$post   = get_post();
	if ( ! $screen || 'post' !== $screen->base || ! $post || ! in_array( $screen->post_type, TYPES_WITH_SEO, true ) ) {
		return;
	}
	enqueue_seo_preview();
	wp_enqueue_script(
		'site-companion-seo-panel',
		plugins_url( 'seo-panel.js', __FILE__ ),
		array( 'wp-plugins', 'wp-editor', 'wp-edit-post', 'wp-block-editor', 'wp-components', 'wp-core-data', 'wp-data', 'wp-element', 'wp-i18n', 'wp-notices', 'site-companion-seo-preview' ),
		VERSION,
		true
	);
	wp_set_script_translations( 'site-companion-seo-panel', 'site-companion' );
	wp_add_inline_script(
		'site-companion-seo-panel',
		'var siteCompanionSeoPanel = ' . wp_json_encode(
			array(
				'meta'       => SEO_META,
				'empty'      => empty_seo(),
				'maxLengths' => SEO_MAX_LENGTHS,
				'path'       => seo_preview_of( $post )['path'],
				'other'      => seo_preview_of( $post ),
				'note'       => seo_plugin_note(),
			)
		) . ';',
		'before'
	);
}

/** Explains the precedence where an SEO plugin is active; empty otherwise. */
function seo_plugin_note(): string {
	$name = defined( 'WPSEO_VERSION' ) ? 'Yoast SEO' : ( class_exists( 'RankMath\Helper' ) ? 'Rank Math' : '' );

	return '' === $name ? '' : sprintf(
		/* translators: %s: name of an SEO plugin. */
		__( 'What you enter here is used first. Fields that you leave empty are taken from %s.', 'site-companion' ),
		$name
	);
}
