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
	if ( ! $screen || 'post' !== $screen->base || ! $post || ! in_array( $screen->post_type, TYPES_WITH_SEO, true ) || has_seo_plugin() ) {
		return;
	}
	enqueue_seo_preview();
	$defaults = seo_preview_of( $post );
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
				'meta'           => SEO_META,
				'empty'          => empty_seo(),
				'maxLengths'     => SEO_MAX_LENGTHS,
				'path'           => $defaults['path'],
				'other'          => $defaults,
				// The site prefers it to the excerpt.
				'ownDescription' => own_description( $post ),
			)
		) . ';',
		'before'
	);
}
