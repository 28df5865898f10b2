<?php
/**
 * Adds the URL of an embed to its HTML as `data-embed-url`. The site shows embeds as links, and the HTML of most platforms does not
 * contain the URL.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_HTML_Tag_Processor;

defined( 'ABSPATH' ) || exit;

add_filter( 'render_block_core/embed', __NAMESPACE__ . '\add_embed_url', 10, 2 );

/**
 * @param array{attrs?: array<string, mixed>} $block
 */
function add_embed_url( string $html, array $block ): string {
	$url = esc_url_raw( (string) ( $block['attrs']['url'] ?? '' ) );
	$tag = new WP_HTML_Tag_Processor( $html );
	if ( '' === $url || ! $tag->next_tag( 'figure' ) ) {
		return $html;
	}
	$tag->set_attribute( 'data-embed-url', $url );
	return $tag->get_updated_html();
}
